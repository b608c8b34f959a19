"""The licences of everything that lawsearch runs with: ``python -m tests.upkeep.licences`` lists them."""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable
from importlib import metadata

from tests.conftest import ROOT

# What a package may stand under, as its metadata says it.
ALLOWED = re.compile(
    r"MIT(?: Licen[cs]e)?|0BSD|BSD(?:-[23]-Clause| License)?|Apache(?:-2\.0| Software License| License 2\.0)?|PSF(?:-2\.0|L)?"
    r"|ISC|dependency licenses|Python Software Foundation License",
    re.IGNORECASE,
)
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")


def declared() -> list[str]:
    """The names of the run-time dependencies in pyproject.toml."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)["project"]
    return [normal(found[0]) for item in project["dependencies"] if (found := _NAME.match(item))]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def needed(names: Iterable[str]) -> dict[str, str]:
    """The installed packages that these need, themselves included: name → licence."""
    licences: dict[str, str] = {}
    queue = list(names)
    while queue:
        name = normal(queue.pop())
        if name in licences:
            continue
        try:
            facts = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # only needed elsewhere: another system, another Python
        licences[name] = licence(facts)
        for requirement in metadata.requires(name) or ():
            if "extra ==" not in requirement and (found := _NAME.match(requirement)):
                queue.append(found[0])
    return dict(sorted(licences.items()))


def licence(facts: metadata.PackageMetadata) -> str:
    """What a package says of its licence, in the newest of the three ways."""
    if expression := facts.json.get("license_expression"):
        return str(expression)
    classified = [
        line.rpartition(" :: ")[2] for line in facts.get_all("Classifier") or () if line.startswith("License ::")
    ]
    return ", ".join(classified) or str(facts.json.get("license") or "unknown").splitlines()[0]


def is_allowed(text: str) -> bool:
    """True if every part of a licence is allowed; of alternatives one is enough."""
    parts = re.split(r",| AND ", text.replace("(", " ").replace(")", " "))
    return all(any(ALLOWED.fullmatch(choice.strip()) for choice in part.split(" OR ")) for part in parts)


if __name__ == "__main__":
    for package, terms in needed(declared()).items():
        sys.stdout.write(f"{package:<22} {metadata.version(package):<12} {terms}\n")
