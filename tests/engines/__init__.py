"""One turn of each game in Firefox and in WebKit."""
