"""What an export and a report of the same coups do not agree in: check.py TABLES REPORT [DAY]."""

import json
import os
import sys
from fractions import Fraction

import duckdb

tables, report = sys.argv[1:3]
day = sys.argv[3] if len(sys.argv) > 3 else None
with open(report, encoding="utf-8") as file:
    report = json.load(file)
os.chdir(tables)
db = duckdb.connect()
db.execute(open("views.sql", encoding="utf-8").read())
of_day = f"and gaming_day = date '{day}'" if day else ""


def rows(sql):
    return db.execute(sql).fetchall()


def same(what, got, wanted):
    if got != wanted:
        print(f"{what}\n  tables: {got}\n  report: {wanted}")


names = ["jurisdiction", "venue", "game", "table", "currency"]
key = ", ".join(f'"{name}"' for name in names)
sums = """count(*), sum(stake), sum(returned - commission), sum(due), sum(greatest(error, 0)), sum(greatest(-error, 0)),
          count(*) filter (where not judged)"""
told = ["wagers", "staked", "returned", "due", "overpaid", "underpaid"]
wanted = {tuple(t[n] for n in names): tuple(t[n] for n in told) + (t.get("wagers_not_judged", 0),) for t in report["tables"]}
wanted = {key: of for key, of in wanted.items() if of[0]}
got = {row[:5]: row[5:] for row in rows(f"select {key}, {sums} from wagers where unit = 'money' {of_day} group by {key}")}
same("wagers of tables", got, wanted)

wanted = {tuple(t[n] for n in names): t["coups"] for t in report["tables"] if t["coups"]}
got = {row[:5]: row[5] for row in rows(f"select {key}, count(*) from coups where unit = 'money' and counts {of_day} group by {key}")}
same("coups of tables", got, wanted)

by_bet = {}
for table in report["tables"]:
    for bet, of in table["by_bet"].items():
        if bet not in ("not_offered", "not_judged"):
            by_bet[tuple(table[n] for n in names) + (bet,)] = (of["wagers"], of["staked"], of["returned"], of["due"])
got = rows(f"""select {key}, bet, count(*), sum(stake), sum(returned - commission), sum(due) from wagers
               where unit = 'money' and ruleset is not null {of_day} group by {key}, bet""")
same("bets", {row[:6]: row[6:] for row in got if row[:6] in by_bet}, by_bet)

coups = rows(f"select unit, sum(wagers), sum(staked), sum(returned), sum(due) from coups where true {of_day} group by unit order by 1")
wagers = rows(f"select unit, count(*), sum(stake), sum(returned - commission), sum(due) from wagers where true {of_day} group by unit order by 1")
same("coups against wagers", [row for row in coups if row[1]], wagers)
chips = [row for row in coups if row[0] == "chips"]
if chips or "tournament" in report["summary"]:
    of = report["summary"]["tournament"]
    same("chips", chips[0][2:], (of["staked"], of["returned"], of["due"]))

outcomes = {}
for row in report["outcomes"]:
    for result in ("player", "banker", "tie", "void", "unknown"):
        if row[result]:
            outcomes[(row["ruleset"], row["decks"], result)] = row[result]
got = rows(f"""select ruleset, decks,
                      case when result in ('player', 'banker', 'tie') and not from_cards then 'unknown' else result end as r,
                      count(*) from coups where dealt and ruleset is not null and unit = 'money' {of_day} group by all""")
same("outcomes", {row[:3]: row[3] for row in got}, outcomes)

# Exact: the edges of the bets as fractions. Rounded: the column.
exact, rounded = {}, {}
for *of, num, den, staked, win in rows(f"""
        select {key}, edge_numerator, edge_denominator, sum(stake), sum(theoretical_win)
        from wagers join rulesets using (ruleset, decks, bet) where theoretical_win is not null {of_day} group by all"""):
    exact[tuple(of)] = exact.get(tuple(of), 0) + Fraction(int(num), int(den)) * int(staked)
    rounded[tuple(of)] = rounded.get(tuple(of), 0) + Fraction(win)
wanted = {tuple(t[n] for n in names): int(t["expected"]) for t in report["expected"]["tables"]}
near = lambda all: {of: int(abs(win) + Fraction(1, 2)) * (-1 if win < 0 else 1) for of, win in all.items()}
same("theoretical win, exact", near(exact), wanted)
same("theoretical win", near(rounded), wanted)
for of, win in exact.items():
    if abs(win - rounded[of]) > Fraction(1, 10**6):
        print(f"theoretical win of {of}: {rounded[of]} is not {win}")

# Hold: the stakes that chance governs, and what was won of them.
wanted = {tuple(t[n] for n in names): (t["staked"], t["won"]) for t in report["expected"]["tables"]}
got = rows(f"select {key}, sum(stake), sum(win) from wagers where theoretical_win is not null {of_day} group by {key}")
same("staked and won by chance", {row[:5]: row[5:] for row in got}, wanted)
same("wagers not at risk with a theoretical win", rows("select count(*) from wagers where not_at_risk is not null and theoretical_win is not null")[0][0], 0)
same("wagers that were no wagers, at risk", rows("""
    select count(*) from wagers join coups using (file, line)
    where wagers.ruleset is not null and not_at_risk is null and (not accepted or wagers.result = 'void' or mode = 'no_bet')""")[0][0], 0)
same("reasons", rows("""select distinct not_at_risk from wagers where not_at_risk not in
    ('refused', 'withdrawn', 'late', 'removed', 'voided', 'not_offered', 'no_bet_coup', 'void_coup', 'not_dealt')"""), [])
same("stakes that simply went back", rows("""
    select count(*) from wagers where not_at_risk in ('withdrawn', 'refused', 'removed') and judged and due <> stake and result <> 'void'""")[0][0], 0)

# Coverage: of each table, day and check, what was asked and what was not, and why, are all coups, wagers and money.
of_coverage = f"where day = date '{day}'" if day else ""
checks = rows("select \"check\", bool_or(coups is not null) from coverage group by all")
played = {row[:6]: row[6:] for row in rows(f"""select {key}, gaming_day, count(*), sum(stake), sum(returned - commission)
    from wagers where unit = 'money' {of_day} group by {key}, gaming_day""")}
coups = {row[:6]: row[6] for row in rows(f"""select {key}, gaming_day, count(*)
    from coups where unit = 'money' and counts {of_day} group by {key}, gaming_day""")}
got = {}
for *of, check, n, wagers, staked, returned in rows(f"""
        select {key}, day, "check", sum(coups), sum(wagers), sum(staked), sum(returned) from coverage {of_coverage} group by all"""):
    got.setdefault(check, {})[tuple(of)] = (n, wagers, staked, returned)
for check, of_coups in checks:
    all_of = got.get(check, {})
    same(f"money of the coverage of {check}", {of: part[1:] for of, part in all_of.items() if part[1]}, played)
    if of_coups:
        same(f"coups of the coverage of {check}", {of: part[0] for of, part in all_of.items() if part[0]}, coups)
wanted = {(s["currency"], s["check"], s.get("why")): tuple(s.get(n, 0) for n in ("wagers", "staked", "returned"))
          for s in report["coverage"]["sums"]}
wanted = {of: part for of, part in wanted.items() if part != (0, 0, 0)}
got = {row[:3]: row[3:] for row in rows(f"""
    select currency, "check", why, sum(wagers), sum(staked), sum(returned) from coverage {of_coverage} group by all having sum(wagers) > 0""")}
same("coverage of currencies", got, wanted)

# What happened without the cards deciding it: of a kind as often in the tables as in the report, and once for each wager of its kind.
happened = {row[:2]: row[2:] for row in rows(f"""
    select currency, kind, sum(entries), sum(cards), sum(money) from routine {of_coverage} group by currency, kind""")}
wanted = {}
for table in report["days"]:
    for each in table.get("routine", []):
        of = (table["currency"], each["kind"])
        wanted[of] = tuple(a + b for a, b in zip(wanted.get(of, (0, 0, 0)), (each["entries"], each.get("cards", 0), each["money"])))
same("routine", happened, wanted)
for kind, reason in (("withdrawn_wager", "withdrawn"), ("late_wager", "late")):
    got = {row[0]: row[1:] for row in rows(f"""select currency, count(*), sum(returned) from wagers
        where unit = 'money' and not_at_risk = '{reason}' {of_day} group by currency""")}
    same(kind, got, {of[0]: (sums[0], sums[2]) for of, sums in happened.items() if of[1] == kind})
got = {row[0]: row[1:] for row in rows(f"""select currency, count(*), sum(commission) from wagers
    where unit = 'money' and commission <> 0 {of_day} group by currency""")}
same("commission", got, {of[0]: (sums[0], sums[2]) for of, sums in happened.items() if of[1] == "commission"})

if not day:
    wanted = {code: n for code, n in report["summary"]["by_code"].items()}
    same("findings", dict(rows("select code, count(*) from findings group by code")), wanted)
    same("money of findings", rows("select sum(money) from findings")[0][0], sum(f["money"] or 0 for f in report["findings"]) if any(f["money"] is not None for f in report["findings"]) else None)
    same("irregularities", rows("select count(*) from irregularities")[0][0], len(report["register"]))
    same("inputs", rows("select file, log, sha256, records from inputs order by 1"), sorted((i["path"], i["log"], i["sha256"], i["records"]) for i in report["inputs"]))
    same("shoes", rows("select count(*), sum(staked), sum(returned), sum(due) from shoes")[0], (len(report["shoes"]), *(sum(s[n] for s in report["shoes"]) for n in ("staked", "returned", "due"))))
    same("rulesets", sorted(set(rows("select distinct ruleset, sha256 from rulesets"))), sorted((r["id"], r["sha256"]) for r in report["rulesets"]))
    same("flagged", rows("select count(*) from coups where severity in ('minor', 'major', 'critical')")[0][0], len(report["coups"]))

for table, of in (("wagers", "file, line, nth"), ("cards", "file, line, nth"), ("coups", "file, line"), ("inputs", "file"), ("shoes", "file, line, shoe")):
    same(f"key of {table}", rows(f"select count(*) from (select {of} from {table} group by all having count(*) > 1)")[0][0], 0)
same("wagers without a coup", rows("select count(*) from wagers anti join coups using (file, line)")[0][0], 0)
same("cards without a coup", rows("select count(*) from cards anti join coups using (file, line)")[0][0], 0)
same("coups without a log", rows("select count(*) from coups anti join inputs using (file)")[0][0], 0)
same("cards of a coup", rows("select count(*) from coups where coalesce(cards, '') <> coalesce((select string_agg(card, ' ' order by nth) from cards where cards.file = coups.file and cards.line = coups.line), '')")[0][0], 0)
dealt = rows("select count(*) from cards join coups using (file, line) where from_cards and dealt and severity is null and reconstructed_cards is null and hand is null")
same("cards of clean coups without a hand", dealt[0][0], 0)
