"""Checks a bag of `cargo site-ops record export`, and that each answer in it leads to the last entry of the record.

Needs Python 3.8 or later and nothing else. Ends with 0 if everything is right, with 1 if anything is wrong, and with 2 if nothing is wrong
but --head is missing: without the digest of the last entry from elsewhere, no one can tell whether entries were cut off at the end.
"""

import argparse
import csv
import hashlib
import json
import math
import os
import re
import sys
from datetime import datetime
from functools import lru_cache
from pathlib import Path

TAG_MANIFEST = "tagmanifest-sha256.txt"
ENTRY = re.compile(r"(\d{8})-([0-9a-f]{64})\.([a-z]{1,8})")
UNKNOWN = "(unknown addresses)"


class Problem(Exception):
    """What is wrong, and in which file."""


def sha256(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for piece in iter(lambda: file.read(1 << 20), b""):
            digest.update(piece)
    return digest.hexdigest()


def manifest_problems(bag):
    """Compares both manifests, byte for byte, with what they are for the files of the bag."""
    tags, payload = [], []
    for folder, folders, names in os.walk(bag):
        for name in folders + names:
            path = Path(folder, name)
            file = path.relative_to(bag).as_posix()
            if path.is_symlink() or not (path.is_dir() or path.is_file()):
                yield f"{file}: expected a file, found a link or a device; no manifest lists it"
            elif path.is_file() and file != TAG_MANIFEST:
                (payload if file.startswith("data/") else tags).append(file)
    for manifest, files in (("manifest-sha256.txt", payload), (TAG_MANIFEST, tags)):
        if not (bag / manifest).is_file():
            yield f"{manifest}: expected this file, which is missing"
            continue
        expected = [f"{sha256(bag / file)}  {file}" for file in sorted(files)]
        found = (bag / manifest).read_bytes()
        if found == "".join(line + "\n" for line in expected).encode(errors="surrogateescape"):
            continue
        yield f"{manifest}: expected a line for each file, sorted, with its SHA-256, found other bytes"
        lines = found.decode(errors="replace").split("\n")
        listed = {line[66:] for line in lines if line}
        for line in expected:
            if line[66:] not in listed:
                yield f"{line[66:]}: {manifest} doesn't list this file"
            elif line not in lines:
                yield f"{line[66:]}: expected the bytes that {manifest} lists, found others"
        for file in sorted(listed - set(files)):
            yield f"{file}: {manifest} lists this file, which is missing"


class Record:
    """All entries of a record, and some of its bodies."""

    def __init__(self, folder):
        self.folder = folder
        self.entries, self.digests, self.tombstones = [], [], {}
        sidecars, references = set(), set()
        for path in sorted((folder / "entries").glob("*/*")):
            match = ENTRY.fullmatch(path.name)
            if not match or sha256(path) != match[2]:
                raise Problem(f"{path}: expected a file with its SHA-256 in its name, found another name or other bytes")
            if match[3] != "json":
                sidecars.add(path.name)
                continue
            entry = json.loads(path.read_bytes(), object_pairs_hook=unique)
            number = len(self.entries) + 1
            if not entry["number"] == int(match[1]) == number:
                raise Problem(f"{path}: expected entry {number} next, found another")
            if self.digests:
                if entry["previous"]["digest"] != self.digests[-1]:
                    raise Problem(f"{path}: expected the SHA-256 of the entry before it, found another")
                references.update(entry["previous"]["sidecars"])
            references.update(entry.get("sidecars", []))
            if entry["event"] == "tombstone":
                self.tombstones[entry["body"]] = number
            self.entries.append(entry)
            self.digests.append(match[2])
        for name in sorted(references ^ sidecars):
            if name in references or int(name[:8]) < len(self.entries):
                raise Problem(f"{name}: expected an entry that names this file next to an entry, and the file itself; one is missing")

    def is_removed(self, digest, number):
        """Returns True if a tombstone after an entry removed a body."""
        return self.tombstones.get(digest, 0) > number

    def path(self, digest):
        return self.folder / "bodies" / digest[:2] / digest

    @lru_cache(maxsize=4096)
    def json(self, digest):
        """Returns a table or a row."""
        path = self.path(digest)
        if not path.is_file() or sha256(path) != digest:
            raise Problem(f"{path}: expected bytes whose SHA-256 is the file's name, found others or no file")
        return json.loads(path.read_bytes(), object_pairs_hook=unique)

    def rows(self, number, edition):
        """Returns the digests of the rows of an edition by address; None if the firm removed the table."""
        table = self.entries[number - 1]["editions"][edition]["table"]
        return None if self.is_removed(table, number) else self.json(table)["rows"]

    def answer(self, number, row):
        """Returns the status and the body of a row as pages.csv has them."""
        if self.is_removed(row, number):
            return "removed", ""
        fields = self.json(row)
        return str(fields["status"]), fields.get("body", "")

    def links(self, number, address):
        """Yields each answer that a publication has for an address: status, body, row and table."""
        for edition, about in enumerate(self.entries[number - 1]["editions"]):
            table = about["table"]
            if self.is_removed(table, number):
                yield "removed", "", table, table
            elif self.path(table).is_file():
                row = self.rows(number, edition).get(address)
                if row and (self.is_removed(row, number) or self.path(row).is_file()):
                    yield (*self.answer(number, row), row, table)

    def publications(self):
        """Yields the place, the number, and the first and last moment of each publication that a place may have served."""
        serving, pending = {}, {}
        for entry in self.entries:
            place, event, moment = entry.get("place"), entry["event"], entry["moment"]
            late = max(moment["ours"], moment.get("latest", moment["ours"]))
            if event == "begins":
                pending[place] = entry["number"], moment["ours"]
            elif event in ("live", "back"):
                began = entry.get("began", moment["ours"])
                if place in pending:
                    number, start = pending.pop(place)
                    began = min(began, start)
                    if number != entry["publication"]:
                        yield place, number, start, late
                if place in serving:
                    yield (place, *serving[place], late)
                serving[place] = entry["publication"], began
            elif event == "failed" and place in pending:
                yield (place, *pending.pop(place), late)
        for place, (number, start) in [*serving.items(), *pending.items()]:
            yield place, number, start, math.inf

    def slack(self, number):
        """Returns the most seconds by which the clocks of a publication differ."""
        entries = [entry for entry in self.entries if number in (entry["number"], entry.get("publication"))]
        return max(abs(entry["moment"].get("difference", 0)) for entry in entries)

    def editions(self, begins, until):
        """Yields the place, the publication and the edition of everything that a place may have served in a period."""
        for place, number, first, last in self.publications():
            entry = self.entries[number - 1]
            starts = [about["starts"] for about in entry["editions"][1:]]
            slack = self.slack(number)
            for edition in range(len(starts) + 1):
                start = starts[edition - 1] - slack if edition else -math.inf
                end = starts[edition] + slack if edition < len(starts) else math.inf
                if entry.get("turns") == "run":
                    is_current = edition == sum(moment <= entry["moment"]["ours"] for moment in starts)
                    start, end = (-math.inf, math.inf) if is_current else (math.inf, math.inf)
                start, end = max(start, first), min(end, last)
                if start <= end and start < until and end >= begins:
                    yield place, number, edition


def unique(pairs):
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise Problem(f"expected each key once, found {[key for key, _ in pairs]}")
    return fields


def prove(record, data, line):
    """Proves that each publication of a line in pages.csv had its answer. Returns the steps, and a sentence if it was removed."""
    steps = []
    address = "" if line["path"] == UNKNOWN else line["path"]
    name = f"{line['path']}, publication {line['publications']}"
    page = data / f"{line['file']}.html"
    if line["file"] and page.is_file() and sha256(page) != line["sha256"]:
        raise Problem(f"data/{line['file']}.html: expected the page whose SHA-256 is in pages.csv, found other bytes")
    for number in map(int, line["publications"].split()):
        for status, body, row, table in record.links(number, address):
            if (status, body) == (line["status"], line["sha256"]):
                break
        else:
            raise Problem(f"data/pages.csv: expected the answer that publication {number} has for {line['path']}, found another")
        steps += [
            f"{line['path']}, status {status}, publication {number}",
            f"  page   data/{line['file']}.html has the SHA-256 {body}" if line["file"] and body else f"  body   {body or 'none'}",
            f"  row    {row} has that SHA-256",
            f"  table  {table} has the row's SHA-256 for this address",
            f"  entry  {number} has the table's SHA-256; its own SHA-256 is {record.digests[number - 1]}",
            f"  chain  each entry after it, up to entry {len(record.entries)}, has the SHA-256 of the entry before",
            f"  head   entry {len(record.entries)} is the last one; its SHA-256 is {record.digests[-1]}",
        ]
    if line["status"] == "removed":
        return steps, f"{name}: the firm removed the answer, entry {record.tombstones[row]}"
    if not line["sha256"]:
        return steps, None
    body = record.path(line["sha256"])
    if body.is_file() and (page.is_file() or not line["file"]):
        return steps, None
    if line["sha256"] in record.tombstones:
        return steps, f"{name}: the firm removed the body, entry {record.tombstones[line['sha256']]}"
    raise Problem(f"{body}: expected the body of {name}, found no file and no tombstone")


def proof_problems(bag, head, addresses, words):
    """Proves every line of pages.csv, and that pages.csv has every answer of the period. Adds sentences to `words`."""
    data = bag / "data"
    info = {"Address": []}
    for text in (bag / "bag-info.txt").read_text().splitlines():
        key, value = text.split(": ", 1)
        info[key] = info[key] + [value] if key == "Address" else value
    record = Record(data / "record")
    for expected in (info["Record-Head"], head):
        if expected and expected != record.digests[-1]:
            yield f"data/record: expected the last entry {expected}, found {record.digests[-1]}"
    for path in data.glob("record/bodies/*/*"):
        if sha256(path) != path.name:
            yield f"{path}: expected bytes whose SHA-256 is the file's name, found others"

    answers, pages, count = {}, set(), 0
    with open(data / "pages.csv", newline="", encoding="utf-8") as file:
        for line in csv.DictReader(file):
            count += 1
            pages.add(f"{line['file']}.html")
            address = "" if line["path"] == UNKNOWN else line["path"]
            for number in line["publications"].split():
                answers.setdefault((address, line["place"], int(number)), set()).add((line["status"], line["sha256"]))
            try:
                steps, removal = prove(record, data, line)
            except Problem as problem:
                yield str(problem)
                continue
            words += [removal] if removal else []
            words += steps if line["path"] in addresses else []
    for path in data.glob("pages/*.html"):
        if f"pages/{path.name}" not in pages:
            yield f"data/pages/{path.name}: expected a page that pages.csv lists, found another"
    for path in data.glob("evidence/*"):
        number = int(path.name.split("-")[1])
        if sha256(path) not in json.dumps(record.entries[number - 1]):
            yield f"data/evidence/{path.name}: expected evidence that entry {number} names, found other bytes"

    begins, until = (datetime.fromisoformat(info[key].replace("Z", "+00:00")).timestamp() for key in ("Period-Begins", "Period-Ends"))
    for place, number, edition in record.editions(begins, until):
        rows = record.rows(number, edition)
        if rows is None:
            words.append(f"publication {number}: the firm removed the list of its addresses; no one can prove that none is left out")
        for address, row in (rows or {}).items():
            is_in_bag = not info["Address"] or address in info["Address"]
            if is_in_bag and record.answer(number, row) not in answers.get((address, place, number), ()):
                yield f"data/pages.csv: expected the answer of {address or UNKNOWN} in publication {number}, found no line"
    words.append(f"{count} answers lead to the last entry, {len(record.entries)}: {record.digests[-1]}")
    if not head:
        words.append("The end of the record can't be proved: write the digest that the firm gave you in another way after --head.")


def verify(bag, head=None, addresses=()):
    """Returns the problems of a bag, and sentences about what is proved and what is removed."""
    words = []
    problems = list(manifest_problems(bag))
    if not problems:
        try:
            problems += proof_problems(bag, head, addresses, words)
        except Problem as problem:
            problems.append(str(problem))
        except (ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError) as error:
            problems.append(f"data: expected the form that docs/record.md describes, found {error!r}")
    return [problem.replace(f"{bag}{os.sep}", "") for problem in problems], words


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address", nargs="*", help="an address, such as /fees, of which to print each step of the proof")
    parser.add_argument("--bag", type=Path, help="the folder of the bag; without it, the one above this script")
    parser.add_argument("--head", help="the digest of the last entry, as the firm gave it to you in another way")
    arguments = parser.parse_args()
    sys.stdout.reconfigure(errors="backslashreplace")
    bag = arguments.bag or Path(__file__).resolve().parent.parent
    problems, words = verify(bag, arguments.head, arguments.address)
    for problem in problems:
        print(f"wrong: {problem}")
    print("\n".join(words) if not problems else f"{len(problems)} problems")
    if problems:
        return 1
    return 0 if arguments.head else 2


if __name__ == "__main__":
    sys.exit(main())
