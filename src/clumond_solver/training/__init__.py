"""Makes the weights that ship with the library again; nothing else imports this."""
