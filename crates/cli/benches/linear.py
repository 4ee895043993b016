"""Whether `replay` takes as many instructions for the last coup of a log as for the first, for `performance`."""
import re, shutil, subprocess

import ways
from measure import once


def counter():
    """What counts the instructions of a command, and how its count is read: the processor's own counter where there is one."""
    perf = ["perf", "stat", "-x,", "-e", "instructions:u"]
    try:
        if read(perf + ["true"], r"^(\d+),"):
            return perf, r"^(\d+),"
    except FileNotFoundError:
        pass
    return ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null"], r"I\s+refs:\s+([\d,]+)"


def read(command, pattern):
    said = subprocess.run([str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    found = re.search(pattern, said, re.MULTILINE)
    return int(found[1].replace(",", "")) if found else None


def table(resettle, ruleset, sizes, folder):
    """Prints a row for each size. What a run takes once, whatever it reads, is that of a log of a thousand coups, and not counted."""
    count, pattern = counter()
    folder.mkdir(parents=True, exist_ok=True)

    def replay(coups):
        made = folder / f"linear-{coups}"
        if not (made / "log.jsonl").exists():
            subprocess.run([f"{resettle}-simulate", "log", ruleset, "--coups", str(coups), "--plain", "--out", made], check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            (made / "coups.csv").unlink()
        return [resettle, "replay", made / "log.jsonl", "--trust", made / "trust.yaml", "--fail-on", "never"]

    least = 1_000
    once_a_run = read([*count, *replay(least)], pattern)
    print(f"counted by {count[0]}; {once_a_run} instructions for {least} coups\n")
    print("| coups | instructions a coup | against the first | peak memory |\n| ---: | ---: | ---: | ---: |", flush=True)
    first = None
    for coups in sizes:
        each = (read([*count, *replay(coups)], pattern) - once_a_run) / (coups - least)
        first = first or each
        memory = once(replay(coups))[2]
        print(f"| {coups} | {each:.0f} | {100 * (each / first - 1):+.2f} % | {memory:.0f} MiB |", flush=True)


def of_ways(resettle, simulator, ruleset, sizes, folder):
    """Prints for each kind of log that is not clean, or not one log, what a coup takes at each size, as [`table`] does for a clean one."""
    count, pattern = counter()
    least = 1_000
    counted = lambda of: read([*count, *ways.replay(resettle, of)], pattern)
    seen = {}
    for coups in [least, *sizes]:
        for name, of in ways.kinds(resettle, simulator, ruleset, coups, folder / str(coups)):
            seen.setdefault(name, []).append((counted(of), once(ways.replay(resettle, of))[2]))
            print(f"{coups} coups, {name}: {seen[name][-1][0]} instructions", flush=True)
        shutil.rmtree(folder / str(coups))
    heads = [f"{size} coups" for size in sizes]
    print(f"\ncounted by {count[0]}: instructions a coup beyond a log of {least}, against the first, peak memory\n")
    print("| | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(sizes))
    for name, ((once_a_run, _), *rest) in seen.items():
        each = [(total - once_a_run) / (coups - least) for coups, (total, _) in zip(sizes, rest)]
        cells = [f"{one:.0f}, {100 * (one / each[0] - 1):+.2f} %, {memory:.0f} MiB" for one, (_, memory) in zip(each, rest)]
        print(f"| {name} | " + " | ".join(cells) + " |")
