"""How fast the games compute, and whether compiled cores and the law agree."""
