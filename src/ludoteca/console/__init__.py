"""What every command uses: arguments, errors, the screen, commands loaded on demand."""
