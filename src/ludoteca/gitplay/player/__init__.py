"""What a player does in a clone: look at a table, write a move file, push it."""
