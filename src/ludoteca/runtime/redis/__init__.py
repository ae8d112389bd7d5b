"""Tables on Redis or Valkey: one connection, a bus on it, a store in it."""
