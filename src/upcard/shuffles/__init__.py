"""The cards of virtual tables, drawn so that nobody has to be believed.

Before a deck is shuffled the system has committed itself to a secret, by publishing the secret's hash; players may add
words of their own; the order of the cards follows from both, and the secret is revealed when the round is over.
`key_derivation` is that arithmetic, `service` what a running floor does, `state` and `events` what the journal knows of
it, and `redraw_check` draws a whole journal anew. In: secrets and players' words. Out: orders of cards, and events.
`audit/shuffles` finds and judges the shuffle of a round, and checks it without a line of this package.
"""
