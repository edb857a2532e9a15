"""The HTTP server of a running host: the talk and her inner life for pages, terminals and other programs.

It sees the host through `yurios.host` and nothing else of her. The socket, the event loop and every client live on a thread
of their own; a slow or dead client costs a place among the clients, never a frame.
"""
