"""Who asks, and whether they may: everything that stands between a request and the handler of its route.

`headers` is around the whole site: names, sizes, what every answer says. `authorize` is asked before each handler: who
it is, the route's roles, and for whatever changes something its origin, token and rate. `dual_control` is for acts that
take two people.
"""
