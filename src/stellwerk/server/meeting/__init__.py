"""Finding people to play with, and keeping away from others.

- `pairing` finds somebody who wants the same game at the same pace
- `company` knows whom you played with, and whom you have muted or blocked
- `reports` take complaints to the host
"""
