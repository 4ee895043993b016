"""What the edges of an export and the odds do not agree in: odds.py TABLES ODDS."""

import json
import os
import sys
from fractions import Fraction

import duckdb

with open(sys.argv[2], encoding="utf-8") as file:
    odds = json.load(file)
os.chdir(sys.argv[1])
db = duckdb.connect()
db.execute(open("views.sql", encoding="utf-8").read())

edges = {(o["decks"], w["bet"]): 1 - Fraction(w["return"]) for o in odds for w in o["wagers"]}
seen = 0
for decks, bet, num, den in db.execute("select decks, bet, edge_numerator, edge_denominator from rulesets").fetchall():
    seen += 1
    if Fraction(int(num), int(den)) != edges[decks, bet]:
        print(f"{bet} with {decks} decks: {num}/{den} is not {edges[decks, bet]}")
for decks, bet, staked, n, win in db.execute(
    "select decks, bet, sum(stake), count(*), sum(theoretical_win) from wagers where theoretical_win is not null group by all"
).fetchall():
    # Each wager is rounded at its twelfth digit.
    if abs(Fraction(win) - edges[decks, bet] * int(staked)) > Fraction(n, 2 * 10**12):
        print(f"{bet}: {win} is not {edges[decks, bet]} of {staked}")
if not seen:
    print("no ruleset")
