"""The topics of training, one file for each kind of question, and the situations that they are asked about."""
