"""`python -m ludoteca` is the `ludoteca` command."""

from .cli import main

if __name__ == "__main__":
    main()
