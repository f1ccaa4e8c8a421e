"""What can be asked: the fields of questions, and the kinds of questions."""
