"""Tables that are played now: commands come in, events are stored, everybody is told what they may know.

hub                     the live tables of this process, the only place that appends
wire, socket            the WebSocket: its types, and one connection
dispatch                commands, one line each
audience, changes       who listens, and what has changed for them
stories, slices         what a subscriber missed; long work a little at a time
streams, lines          the same for bots elsewhere, as lines over HTTP
timekeeping             the time that tables go by
"""
