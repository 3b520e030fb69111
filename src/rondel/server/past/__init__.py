"""The past: rounds that were played at a table, to be looked at again and taken home.

``rounds`` finds them in the log, and ``deeds`` what people did there besides answering; ``replay`` plays one again for somebody
who looks on, ``branch`` plays one on for somebody who tries out what might have been, ``keepsake`` is what they may take home,
``addresses`` has it all over HTTP.
"""
