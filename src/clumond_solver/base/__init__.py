"""What the library needs of the machine: whole files, journals, threads; nothing of cards."""
