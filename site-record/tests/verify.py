"""verify.py RECORD [PATH PUBLICATION]: verifies a record by docs/record.md alone; prints the page of a publication, where asked."""

import hashlib
import json
import re
import sys
from pathlib import Path


def once(pairs):
    keys = [key for key, _ in pairs]
    assert len(set(keys)) == len(keys), f"a key is there twice: {keys}"
    return dict(pairs)


def read(path, digest):
    data = path.read_bytes()
    assert hashlib.sha256(data).hexdigest() == digest, f"{path} was changed"
    return data


def body(digest):
    return read(record / "bodies" / digest[:2] / digest, digest)


record = Path(sys.argv[1])
name = re.compile(r"(\d{8})-([0-9a-f]{64})\.([a-z]{1,8})")
before, beside, entries, removed, stamped = None, [], [], set(), set()
for path in sorted((record / "entries").glob("*/*")):
    number, digest, kind = name.fullmatch(path.name).groups()
    data = read(path, digest)
    if kind != "json":
        beside.append(path.name)
        continue
    entry = json.loads(data, object_pairs_hook=once)
    assert entry["number"] == int(number) == len(entries) + 1, f"{path} is not in its place"
    if before:
        assert entry["previous"]["digest"] == before, f"{path} does not follow the entry before it"
        stamped.update(entry["previous"]["sidecars"])
    stamped.update(entry.get("sidecars", []))
    if entry["event"] == "tombstone":
        removed.add(entry["body"])
    before = digest
    entries.append(entry)
unnamed = [file for file in beside if file not in stamped and int(file[:8]) < len(entries)]
assert not unnamed and stamped <= set(beside), f"evidence is missing or was put in: {unnamed}"
stored = {path.name for path in (record / "bodies").glob("??/*")}
for digest in stored:
    body(digest)
kept = lambda digest: {} if digest in removed - stored else json.loads(body(digest))
for entry in entries:
    for edition in entry.get("editions", []):
        for digest in kept(edition["table"]).get("rows", {}).values():
            assert kept(digest).get("body", digest) in stored | removed, f"the body of {digest} is missing"
print(f"{len(entries)} entries, the last one {before}")
if len(sys.argv) > 3:
    editions = entries[int(sys.argv[3]) - 1]["editions"]
    row = json.loads(body(json.loads(body(editions[0]["table"]))["rows"][sys.argv[2]]))
    print(row["status"], row["headers"], flush=True)
    sys.stdout.buffer.write(body(row["body"]))
