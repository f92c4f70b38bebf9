"""The recipes for pytest pass as they are."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"
TEXT = (DOCS / "recipes.md").read_text() + (DOCS / "time.md").read_text()
RECIPES = re.findall(r"^```python\n(.*?)^```$", TEXT, re.S | re.M)


@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_passes(pytester: pytest.Pytester, recipe: str) -> None:
    pytester.makepyfile(test_recipe=recipe)
    pytester.runpytest_subprocess().assert_outcomes(passed=recipe.count("\ndef test_"))


def test_there_are_recipes() -> None:
    assert len(RECIPES) == 2
