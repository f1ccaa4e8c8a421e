"""Thousands of questions: read from files, answered by many processes, resumed where stopped."""
