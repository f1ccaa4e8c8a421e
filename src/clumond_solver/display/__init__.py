"""Cards, plays and results for people: text, pictures, charts, pages."""
