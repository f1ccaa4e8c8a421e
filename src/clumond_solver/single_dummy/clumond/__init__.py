"""One hand of Clumond known: its engine, the choice of a card, advice, chances, proofs."""
