"""What only Clumond's players need."""
