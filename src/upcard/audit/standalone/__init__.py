"""What lies in a copy of the journal or beside a proof: plain Python for strangers. Nothing here imports it."""
