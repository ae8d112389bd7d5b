"""The match scheduler: what must happen without anybody asking."""
