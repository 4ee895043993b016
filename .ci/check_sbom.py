"""Checks a bill of materials: check_sbom.py MADE TARGET OUT. Writes it to OUT without the paths of this machine."""

import json
import os
import subprocess
import sys
import tomllib

from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

made, target, out = sys.argv[1:]
with open(made, encoding="utf-8") as file:
    text = file.read().replace("path+file://" + os.getcwd(), "path+file://resettle")

fault = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
if fault:
    sys.exit(f"this is no CycloneDX 1.5: {fault}")
bom = json.loads(text)


def known(part):
    return part["name"], part["version"]


# What cargo itself says is built into the binary, or builds it.
tree = ["cargo", "tree", "-p", "resettle", "-e", "normal,build", "--target", target, "--prefix", "none", "--locked"]
lines = subprocess.run(tree, check=True, capture_output=True, text=True).stdout.splitlines()
wanted = {(name, version.removeprefix("v")) for name, version, *_ in (line.split() for line in lines if line)}
listed = {known(part) for part in bom["components"]} | {known(bom["metadata"]["component"])}

problems = [f"it lacks {name} {version}" for name, version in sorted(wanted - listed)]
# It also names what the lock file holds for features that nobody turned on; what is not in there, it has made up.
with open("Cargo.lock", "rb") as file:
    locked = {known(part) for part in tomllib.load(file)["package"]}
problems += [f"it names {name} {version}, which is not in Cargo.lock" for name, version in sorted(listed - locked)]
for part in bom["components"]:
    if not part.get("licenses"):
        problems.append(f"{part['name']} {part['version']} has no licence")
    if not part["purl"].startswith("pkg:cargo/"):
        problems.append(f"{part['name']} {part['version']} has no package URL")
    ours = part["name"].startswith("resettle-")
    if not ours and not any(entry["alg"] == "SHA-256" for entry in part.get("hashes", [])):
        problems.append(f"{part['name']} {part['version']} has no hash")
if len(wanted) < 50:
    problems.append(f"cargo names {len(wanted)} crates, which cannot be all")
if problems:
    sys.exit("\n".join(problems))

with open(out, "w", encoding="utf-8") as file:
    file.write(text)
print(f"{out}: CycloneDX 1.5, {len(listed)} crates, all {len(wanted)} of the binary among them")
