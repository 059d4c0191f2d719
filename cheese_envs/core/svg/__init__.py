"""SVG in small pieces: elements, lettering, figures, and what every table shows.

A picture needs no font, image or other file, and has no ids: two pictures may stand in one page.
"""
