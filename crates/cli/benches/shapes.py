"""What an input costs against its bytes, for `performance shapes`: logs whose records are as many, as long or as like each other as the
format allows. Each is replayed at two sizes, and has to take at most that much more time, memory and output."""
import hashlib, json, os, pathlib, subprocess, tempfile

DAY = "2017-07-14T12:"


def stamp(second):
    return f"{DAY}{second // 60 % 60:02}:{second % 60:02}.000+10:00" if second < 3600 else \
        f"2017-07-14T{12 + second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}.000+10:00"


def chained(path, records):
    """A log of these records, chained and without a seal."""
    before, lines = "0" * 64, []
    for seq, record in enumerate(records):
        line = json.dumps({"seq": seq, "prev": before, **record}, separators=(",", ":"))
        before = hashlib.sha256(line.encode()).hexdigest()
        lines.append(line)
    path.write_text("\n".join(lines) + "\n")
    return path


def opening(name, venue=("AU-NSW", "star"), game="7-up-baccarat", currency="AUD"):
    return {"at": stamp(0), "type": "open", "format": "coup-log/1", "log": name, "source": {"kind": "table", "id": "T"}, "jurisdiction": venue[0],
            "venue": venue[1], "game": game, "table": "T", "currency": currency, "key": "0" * 64}


def start(shoe="S"):
    return {"at": stamp(1), "type": "shoe", "shoe": shoe, "event": "start", "decks": 6, "burned": ["4C"]}


def coup(number, **more):
    at = 2 + number * 2
    return {"at": stamp(at + 1), "type": "coup", "shoe": "S", "coup": number, "cards": ["2D", "KD", "4S"],
            "times": {"opened": stamp(at), "closed": stamp(at), "first_card": stamp(at), "settled": stamp(at + 1)}, **more}


def wager(at, **more):
    return {"id": f"w{at}", "seat": str(at), "bet": "player", "stake": 1000, "returned": 1500, **more}


def tournament(size, stakes=lambda number: {}):
    """As many seats as coups, and nobody wagers."""
    seats = [{"seat": str(at), "player": f"E{at}", "chips": 1, "paid": 0} for at in range(size)]
    yield opening("tournament")
    yield start()
    yield {"at": stamp(2), "type": "session", "event": "start", "tournament": "X", "session": "R1", "round": 1, "kind": "session",
           "boxes": size, "inventory": size, "seats": seats}
    for number in range(1, size + 1):
        yield coup(number, tournament={"id": "X", "session": "R1"}, **stakes(number))


def by_conditions(size):
    """The same with published conditions, so that bounds, falls and ranking are asked, and as many sessions scheduled as never start."""
    bets = ("player", "banker", "tie", "super_sevens")
    bounds = {"min": dict.fromkeys(bets, 2), "max": dict.fromkeys(bets, 9)}
    session = {"at": stamp(1), "type": "session", "tournament": "X"}
    for record in tournament(size):
        if record.get("event") == "start" and "seats" in record:
            yield {**session, "event": "conditions", "published": stamp(0), "fee": 5, "levels": [{"coup": 1, **bounds}],
                   "rounds": [{"round": 1, "tables": 1, "coups": size, "places": 3}], "prizes": [{"place": 1 + at, "value": 9} for at in range(size)]}
            for at in range(size):
                yield {**session, "event": "schedule", "session": f"R2-{at}", "round": 2, "table": "T", "start": stamp(9)}
            yield {**session, "event": "prize", "player": "E0", "place": 1, "value": 9}
        yield record


def table(size, of, many=lambda size: size):
    yield opening("table")
    yield start()
    for number in range(1, many(size) + 1):
        yield coup(number, **of(number, size))


def irregular(kind, **facts):
    """As many irregularities as a line holds, in each coup."""
    def of(number, _):
        at = stamp(2 + number * 2)
        return {"irregularities": [{"kind": kind, "noticed": at, **facts} for _ in range(400)]}
    return lambda size: table(size // 50, of)


def many_wagers(**more):
    return lambda size: table(size // 20, lambda number, _: {"wagers": [wager(at, **more) for at in range(300)]})


def incidents(size):
    yield from table(2, lambda number, _: {})
    for at in range(size * 4):
        yield {"at": stamp(100), "type": "incident", "kind": "technical_interruption", "noticed": stamp(50), "shoe": "S", "coup": 1 + at % 2}


def burns(size):
    yield opening("burns")
    yield start()
    for number in range(1, size + 1):
        yield {"at": stamp(2 + number * 2), "type": "shoe", "shoe": "S", "event": "burn", "cards": ["3C", "5D", "8H"]}
        yield coup(number)


def signs(size):
    yield opening("signs")
    yield start()
    for at in range(size * 4):
        yield {"at": stamp(2), "type": "limits", "chip": 500, "min": {"player": 1 + at}, "seat": str(at)}
    for number in range(1, size):
        yield coup(number, wagers=[wager(number)])


def shoes(size):
    yield opening("shoes")
    for at in range(size * 2):
        yield {**start(f"S{at}"), "at": stamp(2)}
        yield {**coup(1), "shoe": f"S{at}"}


def staff(size):
    yield opening("staff")
    for at in range(size * 4):
        yield {"at": stamp(2), "type": "staff", "dealer": f"B{at}"}
    yield start()
    for number in range(1, size):
        yield coup(number)


def same_shoe(size):
    yield opening("same shoe")
    for at in range(size * 2):
        yield {**start(), "at": stamp(2)}
        yield coup(1)


def of_kinds(size):
    yield opening("kinds")
    for at in range(size * 4):
        yield {"at": stamp(1), "type": f"kind-{at}"}


def each_wagers_in_turn(number):
    return {"wagers": [wager(number, player=f"E{number}", stake=1, returned=1)]}


SHAPES = {
    "tournament, nobody wagers": tournament,
    "tournament, one wagers": lambda size: tournament(size, each_wagers_in_turn),
    "tournament by conditions": by_conditions,
    "tournament, play-off": lambda size: ({**record, "kind": "play_off"} if record.get("event") == "start" and "kind" in record else record
                                          for record in tournament(size)),
    "interruptions of the round": irregular("technical_interruption"),
    "interruptions after each card": irregular("technical_interruption", after_cards=2),
    "interruptions of terminals": irregular("technical_interruption", affects="terminals", terminals=["T1", "T2"]),
    "wrong counts": irregular("wrong_card_count", hand="player"),
    "cards drawn together": irregular("cards_drawn_together", cards=[0, 1]),
    "frauds": irregular("fraud", wagers=["w1", "w2"]),
    "others": irregular("other", text="x"),
    "unknown kinds of irregularities": irregular("unheard"),
    "foreign cards": irregular("foreign_card", card=0),
    "wagers of one player": many_wagers(player="A"),
    "wagers of one area": many_wagers(area="1"),
    "wagers of one id": many_wagers(id="w"),
    "wagers withdrawn": many_wagers(withdrawn=stamp(3)),
    "wagers refused": many_wagers(accepted=False),
    "wagers removed": many_wagers(removed="reconstruction", withdrawn=stamp(3)),
    "wagers on no bet": many_wagers(bet="dragon"),
    "wagers with commission": many_wagers(commission=1),
    "incidents of two coups": incidents,
    "burns between coups": burns,
    "signs of seats": signs,
    "shoes of one coup": shoes,
    "starts of one shoe": same_shoe,
    "records of staff": staff,
    "unknown records": of_kinds,
    "coups at one moment": lambda size: ({**record, "times": coup(1)["times"]} if record["type"] == "coup" else record
                                         for record in table(size * 4, lambda number, _: {})),
    "coups of one number": lambda size: ({**record, "coup": 1} if record["type"] == "coup" else record
                                         for record in table(size * 4, lambda number, _: {})),
    "cards beyond a coup": lambda size: table(size, lambda number, _: {"cards": ["2D"] * 300}),
    "no times": lambda size: table(size * 4, lambda number, _: {"times": {}}),
}


def once(command, out):
    """Seconds of the processor, MiB of memory and bytes printed of a command."""
    with open(out, "wb") as file:
        process = subprocess.Popen([str(word) for word in command], stdout=file, stderr=subprocess.DEVNULL)
        _, _, used = os.wait4(process.pid, 0)
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, out.stat().st_size


def measured(resettle, size, wanted=()):
    """Prints a row for each shape at this size and at half of it; returns those that cost more than their share."""
    folder = pathlib.Path(tempfile.mkdtemp())
    print("| shape | bytes | seconds for a MB | against half | memory, MiB | output for a byte |\n| --- | ---: | ---: | ---: | ---: | ---: |")
    beyond = []
    for name, of in SHAPES.items():
        if wanted and not any(word in name for word in wanted):
            continue
        rows = []
        for one in (size // 2, size):
            log = chained(folder / "log.jsonl", of(one))
            bytes_in = log.stat().st_size
            rows.append((bytes_in, *once([resettle, "replay", log, "--format", "json", "--fail-on", "never"], folder / "out")))
        (half, before, _, _), (whole, seconds, memory, out) = rows
        share = (seconds / whole) / max(before / half, 1e-9)
        row = f"| {name} | {whole} | {seconds / whole * 1e6:.2f} | {share:.2f} | {memory:.0f} | {out / whole:.1f} |"
        print(row, flush=True)
        if share > 1.6 or memory > 400 or out > 60 * whole:
            beyond.append(name)
    return beyond
