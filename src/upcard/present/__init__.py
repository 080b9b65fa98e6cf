"""What people are shown: events as sentences, each with the rule that it stands under."""
