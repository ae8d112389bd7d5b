"""How the database came to be what it is; made by `ludoteca manage makemigrations`."""
