"""The only places where rules, positions and views become the numbers of the compiled core."""
