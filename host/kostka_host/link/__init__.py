"""The host's side of the link: a way to the port, a client for the messages, reconnecting."""
