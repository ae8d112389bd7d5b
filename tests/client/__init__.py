"""The client: first its core without any line, then against a host and a gateway."""
