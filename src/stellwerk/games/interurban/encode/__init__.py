"""InterUrban in numbers, for programs that learn. May import the law and the fast core.

`coding` puts the four subjects of `core.coding` together: `ids` of actions, `chance` as single pieces,
`tensor` of what a seat knows, and `sight`, what an observer learns. What every step needs is compiled and
lies in `fast`: the numbers of ids, the layout of tensors, and the `Runner`.
"""
