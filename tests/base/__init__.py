"""What the library needs of the machine."""
