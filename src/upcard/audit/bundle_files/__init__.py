"""What lies in a copy of the journal beside the journal: read there by strangers, and never imported here."""
