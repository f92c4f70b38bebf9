"""The README's test passes as it is, and names the mistake if its client makes one."""

import re
from pathlib import Path

import pytest

TEXT = (Path(__file__).parent.parent / "README.md").read_text()
SNIPPETS = re.findall(r"^```python\n(.*?)^```$", TEXT, re.S | re.M)
FIRST = SNIPPETS[0]

WRONG = {
    "polls through a 429": (r"response\.retry_after or ", "", "retry-after-ignored: GET .* was refused with 429"),
    "downloads before success": (r"\n    while (.*\n){4}", "\n", "results-too-early: The client requested the results"),
    "creates twice": (r"(\n    job_id = .*)", r"\1\1", "never-looked-at: The client created job .*, but never requested its status or results"),
}


def test_the_main_readme_has_the_same_test() -> None:
    main = (Path(__file__).parents[3] / "README.md").read_text()
    assert f"```python\n{FIRST}```" in main


def test_every_snippet_is_a_test_that_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_batch="\n\n".join(SNIPPETS))
    pytester.runpytest_subprocess().assert_outcomes(passed=len(SNIPPETS))


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_client_fails_with_a_sentence(pytester: pytest.Pytester, mistake: str) -> None:
    pattern, replacement, sentence = WRONG[mistake]
    wrong, count = re.subn(pattern, replacement, FIRST, count=1)
    assert count == 1
    pytester.makepyfile(test_batch=wrong)
    result = pytester.runpytest_subprocess()
    assert result.parseoutcomes() == {"failed": 1}
    result.stdout.re_match_lines([f".*{sentence}"])
