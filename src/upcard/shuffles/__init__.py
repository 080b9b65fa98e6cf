"""The cards of virtual tables, drawn so that nobody has to be believed.

Before a deck is shuffled the system has committed itself to a secret, by publishing the secret's hash; players may add
words of their own; the order of the cards follows from both, and the secret is revealed when the round is over.
`draw` is that arithmetic, `rotation` how cards leave a deck, `live` what a running floor does,
`state` and `events` what the journal knows of it, `again` draws a whole journal anew.
`trail` finds a round's shuffle in a journal, `checks` judges it, `document` writes it down, and
`standalone/verify_shuffle.py` checks that document once more without a line of this package.
"""
