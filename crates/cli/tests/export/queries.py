"""Runs the queries of a file, parted by lines of four dashes: queries.py TABLES QUERIES. Fails where one answers nothing."""

import os
import sys

import duckdb

with open(sys.argv[2], encoding="utf-8") as file:
    queries = file.read().split("\n----\n")
os.chdir(sys.argv[1])
db = duckdb.connect()
db.execute(open("views.sql", encoding="utf-8").read())
for (name,) in db.execute("select view_name from duckdb_views() where not internal").fetchall():
    db.execute(f'create or replace temp table whole as select * from "{name}"')
for query in queries:
    if not db.execute(query).fetchall():
        sys.exit(f"nothing comes of\n{query}")
