"""Compiled rules: legal plays, tricks, payoffs."""
