"""Frameworks that keep things in AWHM: a LangGraph store, and Anthropic's memory tool. A door holds no rule."""
