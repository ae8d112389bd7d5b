"""Games of others: packages that are installed beside Ludoteca, and in which something may be wrong."""
