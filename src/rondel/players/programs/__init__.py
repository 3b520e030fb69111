"""Programs in any language as players, over a pipe or a WebSocket."""
