"""The way in over HTTP and WebSockets: thin over the host, knows no rule."""
