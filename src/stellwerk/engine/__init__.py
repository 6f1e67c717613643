"""The engine protocol: JSON lines between programs, for bots in any language (docs/protocol.md)."""
