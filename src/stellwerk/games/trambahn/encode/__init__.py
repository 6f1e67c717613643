"""Trambahn in numbers, for programs that learn: action ids, single pieces of chance, tensors of views.

`coding` puts them together as `core.coding` asks. Imports the law and the fast core.
"""
