"""Messages about tables: the socket, seats, terms, the lobby, replays."""
