"""The JSON API, for the page and for programs: one route a line, each with what it takes and gives.

Written by hand over Django's views, in a page of code, rather than with a framework for it: bodies are read by the same
strict decoder as everything else from outside, and the shapes are the values that the browser's types come from.
"""
