"""A round's shuffle, found in a journal, judged and written down as a proof."""
