"""Makes all that the library has learned or fitted again; nothing else imports this."""
