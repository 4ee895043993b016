// The report as the page needs it: who belongs to whom. Everything that a report may lack is an empty list here.

function list(value) {
  return Array.isArray(value) ? value : [];
}

const place = (log, shoe, number) => JSON.stringify([log, shoe, String(number)]);

function modelOf(report) {
  const shoes = list(report.shoes).map((shoe, at) => ({ ...shoe, id: `shoe-${at + 1}`, played: played(shoe), flags: new Map() }));
  const coups = list(report.coups).map((coup, at) => ({ ...coup, id: `coup-${at + 1}`, findings: [] }));
  const findings = list(report.findings).map((finding, at) => ({ ...finding, number: at + 1, id: `finding-${at + 1}` }));
  const tables = list(report.tables);

  const tableOfLog = new Map();
  for (const { log, table } of list(report.inputs)) {
    if (table && !tableOfLog.has(log)) tableOfLog.set(log, { venue: table.venue, table: table.table });
  }
  for (const shoe of shoes) {
    if (!tableOfLog.has(shoe.log)) tableOfLog.set(shoe.log, { venue: shoe.venue, table: shoe.table });
  }
  const coupAt = new Map(coups.map((coup) => [place(coup.log, coup.shoe, coup.coup), coup]));
  const shoesAt = new Map();
  for (const shoe of shoes) {
    const at = JSON.stringify([shoe.log, shoe.shoe]);
    shoesAt.set(at, [...(shoesAt.get(at) ?? []), shoe]);
  }
  // A terminal's log holds no cards of its own: its findings belong to the one coup of that name, if there is one.
  const byName = new Map();
  for (const coup of coups) {
    const name = place('', coup.shoe, coup.coup);
    byName.set(name, byName.has(name) ? null : coup);
  }
  const dealing = new Set(shoes.map((shoe) => shoe.log));

  for (const finding of findings) {
    const own = coupAt.get(place(finding.log, finding.shoe, finding.coup));
    const joined = dealing.has(finding.log) ? null : byName.get(place('', finding.shoe, finding.coup));
    finding.flagged = own ?? joined ?? null;
    finding.flagged?.findings.push(finding);
    finding.at ??= finding.flagged?.at;
    finding.where = tableOfLog.get(finding.log) ?? (finding.flagged && tableOfLog.get(finding.flagged.log)) ?? null;
    const log = finding.flagged?.log ?? finding.log;
    for (const shoe of shoesAt.get(JSON.stringify([log, finding.shoe])) ?? []) flag(shoe, finding);
  }
  for (const coup of coups) {
    coup.where = tableOfLog.get(coup.log) ?? null;
    coup.currency = currencyOf(tables, coup.where);
  }
  for (const finding of findings) finding.currency = currencyOf(tables, finding.where);
  return { report, shoes, coups, findings, tables };
}

// The gravest finding of a coup colours it.
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

// Sums of some numbers of tables, by currency: amounts of two currencies are never added.
function sums(tables) {
  const out = new Map();
  for (const each of tables) {
    const sum = out.get(each.currency) ?? { coups: 0n, wagers: 0n, staked: 0n, returned: 0n, due: 0n };
    for (const name of Object.keys(sum)) sum[name] += whole(each[name]);
    out.set(each.currency, sum);
  }
  return out;
}

function tableName(where) {
  return where ? `${neutral(where.venue)} ${neutral(where.table)}` : '';
}
