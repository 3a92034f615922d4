"""Evaluation: what extraction and consolidation make of labelled messages and of corpora, counted."""
