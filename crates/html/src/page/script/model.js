// The report as the page needs it: who belongs to whom. Everything that a report may lack is an empty list here.

function list(value) {
  return Array.isArray(value) ? value : [];
}

const place = (log, shoe, number) => JSON.stringify([log, shoe, String(number)]);

function modelOf(report) {
  const shoes = list(report.shoes).map((shoe, at) => ({ ...shoe, id: `shoe-${at + 1}`, played: played(shoe), flags: new Map() }));
  const coups = list(report.coups).map((coup, at) => ({ ...coup, id: `coup-${at + 1}`, findings: [], entries: [] }));
  const findings = list(report.findings).map((finding, at) => ({ ...finding, number: at + 1, id: `finding-${at + 1}` }));
  const entries = list(report.register).map((entry, at) => ({ ...entry, number: at + 1, id: `entry-${at + 1}`, found: new Map() }));
  const tables = list(report.tables);

  const tableOfLog = new Map();
  for (const { log, table } of list(report.inputs)) {
    if (table && !tableOfLog.has(log)) tableOfLog.set(log, { venue: table.venue, game: table.game, table: table.table });
  }
  for (const shoe of shoes) {
    if (!tableOfLog.has(shoe.log)) tableOfLog.set(shoe.log, { venue: shoe.venue, table: shoe.table });
  }
  const coupAt = new Map(coups.map((coup) => [place(coup.log, coup.shoe, coup.coup), coup]));
  // A shoe goes on from one log to the next, so it is sought by its table, not by its log.
  const tableKey = (log) => {
    const where = tableOfLog.get(log);
    return where ? [where.venue, where.game ?? null, where.table] : [log];
  };
  const keyed = (all) => {
    const out = new Map();
    for (const each of all) {
      const at = JSON.stringify([tableKey(each.log), each.shoe ?? null]);
      if (!out.has(at)) out.set(at, []);
      out.get(at).push(each);
    }
    return (log, shoe) => out.get(JSON.stringify([tableKey(log), shoe ?? null])) ?? [];
  };
  const read = new Map(list(report.inputs).map(({ path, coups: number }) => [path, whole(number)]));
  for (const finding of findings) finding.read = read.get(finding.file) ?? 0n;
  const shoesOf = keyed(shoes);
  const coupsOf = keyed(coups);
  const dealing = new Set([...shoes, ...coups].map((each) => each.log));

  for (const finding of findings) {
    const own = coupAt.get(place(finding.log, finding.shoe, finding.coup));
    // A terminal's log holds no cards of its own: its findings belong to the coup of that name that is nearest in time.
    const named = dealing.has(finding.log) ? [] : coupsOf(finding.log, finding.shoe).filter((coup) => String(coup.coup) === String(finding.coup));
    finding.flagged = own ?? nearest(named, finding.at);
    finding.flagged?.findings.push(finding);
    finding.at ??= finding.flagged?.at;
    finding.where = tableOfLog.get(finding.log) ?? (finding.flagged && tableOfLog.get(finding.flagged.log)) ?? tableNamed(finding);
    const shoe = shoeOf(shoesOf(finding.flagged?.log ?? finding.log, finding.shoe), finding.flagged ?? finding);
    if (shoe) flag(shoe, finding);
  }
  // What finds fault with an entry stands at its coup, and bears its code.
  const byCode = new Map(findings.map((finding) => [JSON.stringify([finding.flagged?.id ?? place(finding.log, finding.shoe, finding.coup), finding.code]), finding]));
  for (const entry of entries) {
    const hasCoup = entry.coup !== null && entry.coup !== undefined;
    const named = hasCoup ? coupsOf(entry.log, entry.shoe).filter((coup) => String(coup.coup) === String(entry.coup)) : [];
    entry.flagged = hasCoup ? coupAt.get(place(entry.log, entry.shoe, entry.coup)) ?? nearest(named, entry.at) : null;
    entry.flagged?.entries.push(entry);
    for (const code of list(entry.faults)) {
      const finding = byCode.get(JSON.stringify([entry.flagged?.id ?? place(entry.log, entry.shoe, entry.coup), code]));
      if (finding) entry.found.set(code, finding);
    }
  }
  for (const coup of coups) {
    coup.where = tableOfLog.get(coup.log) ?? null;
    // Chips of a tournament are no money: they stand in no currency.
    coup.currency = coup.unit ?? currencyOf(tables, coup.where);
    coup.of = shoeOf(shoesOf(coup.log, coup.shoe), coup);
  }
  for (const shoe of shoes) shoe.currency = currencyOf(tables, shoe);
  for (const finding of findings) finding.currency = finding.unit ?? finding.currency ?? currencyOf(tables, finding.where) ?? null;
  return { report, shoes, coups, findings, entries, tables };
}

// What is missing has no log that says whose it is.
function tableNamed({ venue, game, table }) {
  return venue && table ? { venue, game, table } : null;
}

function instant(at) {
  const time = Date.parse(at ?? '');
  return Number.isNaN(time) ? null : time;
}

function nearest(coups, at) {
  const time = instant(at);
  if (coups.length < 2 || time === null) return coups.length === 1 ? coups[0] : null;
  const away = (coup) => Math.abs((instant(coup.at) ?? Infinity) - time);
  return coups.reduce((best, coup) => (away(coup) < away(best) ? coup : best));
}

// Of the shoes of one id at one table, the one that holds this coup: where a later log used the id again, the one that
// began last before it.
function shoeOf(shoes, { coup, log, line, at }) {
  if (coup === null || coup === undefined) return null;
  const holding = shoes.filter((shoe) => shoe.played.some(({ number }) => String(number) === String(coup)));
  if (holding.length < 2) return holding[0] ?? null;
  const before = (shoe) => (shoe.log === log && shoe.line && line ? shoe.line <= line : (instant(shoe.from) ?? -Infinity) <= (instant(at) ?? Infinity));
  const begun = holding.filter(before);
  const later = (a, b) => (instant(b.from) ?? 0) >= (instant(a.from) ?? 0) ? b : a;
  return begun.length > 0 ? begun.reduce(later) : holding[0];
}

// The most severe finding of a coup colours it.
function flag(shoe, finding) {
  if (finding.coup === null || finding.coup === undefined) return;
  const number = finding.coup;
  const known = shoe.flags.get(number);
  if (known && SEVERITIES.indexOf(known.severity) <= SEVERITIES.indexOf(finding.severity)) return;
  shoe.flags.set(number, { severity: finding.severity, target: finding.flagged?.id ?? finding.id });
}

function currencyOf(tables, where) {
  const all = new Set(tables.map((each) => each.currency));
  if (all.size === 1) return [...all][0];
  return tables.find((each) => where && each.venue === where.venue && each.table === where.table)?.currency;
}

// Sums of every number of tables, by currency: amounts of two currencies are never added.
function sums(tables) {
  const out = new Map();
  for (const each of tables) {
    const sum = out.get(each.currency) ?? {};
    for (const [name, value] of Object.entries(each)) if (isWhole(value)) sum[name] = (sum[name] ?? 0n) + whole(value);
    out.set(each.currency, sum);
  }
  return out;
}

function tableName(where) {
  return where ? `${neutral(where.venue)} ${neutral(where.table)}` : '';
}
