"""Clag in all its forms: schemes of deals, calls and scores, sessions, score cards on paper."""
