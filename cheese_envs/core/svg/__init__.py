"""SVG in small pieces: elements, lettering, figures, and what every table shows.

A picture needs no font, image or other file, has no ids (two pictures may stand in one page), and
each of its elements ends a line, so that recorded games can share what does not change.
"""
