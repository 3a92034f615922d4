"""The language packs. Importing this imports none of them: `every` has them all."""
