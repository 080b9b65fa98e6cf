"""What is written for people to keep: money on paper, PAR sheets."""
