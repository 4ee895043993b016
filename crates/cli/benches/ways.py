"""What `replay` takes for logs that are not clean, or not one log, against clean ones, for `performance`."""
import json, pathlib, statistics, subprocess

from measure import once, pinned

# Fewer coups would measure what a run takes once.
MINUTE = "2023-06-01T09:00:40.000+08:00"


def made(simulator, folder, ruleset, coups, name, *words):
    to = folder / name
    if not (to / "trust.yaml").exists():
        run([simulator, "log", ruleset, "--coups", coups, *words, "--out", to])
    return to


def run(command):
    subprocess.run([str(word) for word in command], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def sealed_anew(resettle, clean, to, record):
    """The clean log with one more record behind its table sign."""
    if not (to / "log.jsonl").exists():
        to.mkdir(parents=True, exist_ok=True)
        with open(clean / "log.jsonl") as lines, open(to / "records", "w") as out:
            for line in lines:
                member = json.loads(line)
                if member["type"] == "seal":
                    continue
                for name in ("seq", "prev", "key"):
                    member.pop(name, None)
                out.write(json.dumps(member, separators=(",", ":")) + "\n")
                if member["type"] == "limits":
                    out.write(json.dumps({"at": MINUTE, **record}, separators=(",", ":")) + "\n")
        run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", to / "key"])
        run([resettle, "seal", "--key", to / "key", "--every", "66", "--out", to / "log.jsonl", to / "records"])
        (to / "records").unlink()
    return to


def replay(resettle, of):
    trust, settings = of / "trust.yaml", of / "settings.yaml"
    command = [resettle, "replay", *sorted(of.glob("*.jsonl")), "--fail-on", "never"]
    # What was sealed anew bears a key that no store has: its seals are only read.
    command += ["--trust", trust] if trust.exists() else []
    return command + (["--settings", settings] if settings.exists() else [])


def kinds(resettle, simulator, ruleset, coups, folder):
    """A log of so many coups of each kind, in order: what it is, and its folder."""
    folder.mkdir(parents=True, exist_ok=True)
    make = lambda name, *words: made(simulator, folder, ruleset, coups, name, *words)
    clean = make("clean", "--plain")
    seat = {"type": "limits", "seat": "3", "max": {"player": 400_000}}
    return [
        ("clean, one table log", clean),
        ("with what people do (wagers withdrawn, refused, marked)", make("people")),
        ("a fault in one coup of 40", make("faults", "--one-in", "40")),
        ("an unknown kind of record in it", sealed_anew(resettle, clean, folder / "unknown", {"type": "weather", "sky": "clear"})),
        ("a sign for one seat", sealed_anew(resettle, clean, folder / "seat", seat)),
        ("shoe, display and two terminals joined", make("joined", "--split", "2", "--plain")),
        ("the same with what people do and a fault in one coup of 40", make("joined-faults", "--split", "2", "--one-in", "40")),
    ]


def table(resettle, simulator, ruleset, coups, runs, folder):
    """Prints a row for each kind of log: processor seconds, and how many times those of a clean log for a byte and a log."""
    shapes = kinds(resettle, simulator, ruleset, coups, folder)
    clean = shapes[0][1]
    taken = {name: [] for name, _ in shapes}
    for _ in range(runs):
        for name, of in shapes:
            taken[name].append(once([*pinned(), *replay(resettle, of)]))
    size = lambda of: sum(path.stat().st_size for path in of.glob("*.jsonl"))
    seconds = lambda name: statistics.median(run[1] for run in taken[name])
    first, bytes_of_first = seconds(shapes[0][0]), size(clean)
    print(f"{coups} coups, {runs} runs each, median processor time\n")
    print("| | processor seconds | against clean | the same for a byte | peak memory |\n| --- | ---: | ---: | ---: | ---: |")
    for name, of in shapes:
        ratio = seconds(name) / first
        memory = max(run[2] for run in taken[name])
        print(f"| {name} | {seconds(name):.2f} | {ratio:.1f} × | {ratio / (size(of) / bytes_of_first):.1f} × | {memory:.0f} MiB |")
