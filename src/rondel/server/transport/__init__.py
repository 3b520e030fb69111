"""HTTP and WebSocket edges: the ASGI application, middleware, authentication, rate limits, and the socket session."""
