"""Tables on Redis or Valkey: a client, a bus and a store."""
