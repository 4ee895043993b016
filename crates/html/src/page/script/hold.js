// What tables won, by day and against earlier periods, and when exceptions arise.

// A part of stakes in per cent, rounded away from zero at half of the last digit.
function share(part, staked, digits = 2) {
  const [top, bottom] = [whole(part), whole(staked)];
  if (bottom === 0n) return '';
  const scale = 10n ** BigInt(digits);
  const twice = (top * 200n * scale) / bottom;
  const sign = twice < 0n ? -1n : 1n;
  const rounded = (twice + sign) / 2n;
  const size = rounded < 0n ? -rounded : rounded;
  return `${rounded < 0n ? MINUS : ''}${grouped(size / scale)}${digits > 0 ? `.${String(size % scale).padStart(digits, '0')}` : ''}`;
}

function inBand({ won, low, high }) {
  const [at, from, to] = [won, low, high].map(whole);
  return from <= at && at <= to;
}

const MOST_DAYS = 45;

// On which days did a table win what chance does not allow?
function plotHoldDays({ report }) {
  const all = list(report.days).filter((each) => each.expected);
  const currencies = [...new Set(all.map((each) => each.currency))];
  return currencies.map((currency, at) => {
    const own = all.filter((each) => each.currency === currency);
    const outside = own.filter((each) => !inBand(each.expected));
    const dates = [...new Set(own.map((each) => each.day))].sort();
    const question = `Did each table win on each day what chance allows?${currencies.length > 1 ? ` (${neutral(currency)})` : ''}`;
    const answer = `${count(outside.length)} of ${many(own.length, 'day', 'days')} of play at a table ${outside.length === 1 ? 'lies' : 'lie'} outside the band${bandWords(report)}.`;
    if (dates.length < 2) return null;
    const described = (each) => `${tableName(each)}, ${neutral(each.day)}: won ${money(each.expected.won, currency)} of ${money(each.expected.staked, currency)} at risk, expected ${money(each.expected.expected, currency)}, band ${amount(each.expected.low, currency)} to ${amount(each.expected.high, currency)}`;
    if (dates.length > MOST_DAYS) {
      return plot(`plot-hold-days-${at + 1}`, question, answer, outside.length > 0 && table({
        caption: `Days outside the band, in ${neutral(currency)}`,
        rows: outside,
        columns: [
          { title: 'Table', text: tableName },
          { title: 'Day', text: (each) => neutral(each.day) },
          ...COLUMNS.days.map((each) => ({ title: each.title, number: true, text: (row) => shown(each, row, currency) })),
          { title: 'Band', number: true, text: (each) => `${amount(each.expected.low, currency)} to ${amount(each.expected.high, currency)}` },
        ],
      }));
    }
    const oneMonth = new Set(dates.map((each) => each.slice(0, 7))).size === 1;
    const key = (each) => JSON.stringify([each.venue, each.game, each.table]);
    const tables = [...new Map(own.map((each) => [key(each), each])).values()];
    const cells = new Map(own.map((each) => [JSON.stringify([key(each), each.day]), each]));
    const cell = (each, date) => {
      const day = cells.get(JSON.stringify([key(each), date]));
      if (!day) return '';
      const text = [1, 0].map((digits) => h('span', { class: digits === 0 ? 'print-only' : 'screen-only' }, share(day.expected.won, day.expected.staked, digits)));
      return inBand(day.expected)
        ? h('span', { title: described(day) }, text)
        : h('span', { class: 'heat heat-4', title: `${described(day)}: outside` }, text);
    };
    const month = oneMonth ? ` of ${dates[0].slice(0, 7)}` : '';
    const grid = (some, classes, part = '') => table({
      caption: `Hold of stakes that the cards settled, by table and day of the venue\u2019s clock${month}${part}`,
      classes,
      rows: tables,
      columns: [
        { title: 'Table', text: tableName },
        ...some.map((date) => ({ title: h('span', { title: date }, oneMonth ? date.slice(8) : date.slice(5)), number: true, text: (each) => cell(each, date) })),
      ],
    });
    // On paper many days stand in two rows of them.
    const middle = Math.ceil(dates.length / 2);
    return plot(`plot-hold-days-${at + 1}`, question, `${answer} What was won of stakes at risk in coups that the cards settled, in per cent of them (whole ones on paper); marked where it lies outside.`, dates.length <= 16
      ? grid(dates, dates.length > 12 ? 'days narrow' : 'days')
      : [
        h('div', { class: 'screen-only' }, grid(dates, 'days narrow')),
        h('div', { class: 'print-only' }, grid(dates.slice(0, middle), 'days half', ', first half'), grid(dates.slice(middle), 'days half', ', second half')),
      ]);
  });
}

// What did tables win in the periods before?
function plotTrend({ report, tables }) {
  const trend = list(report.trend);
  if (trend.length === 0) return null;
  const period = (each) => (each.from && each.to ? `${each.from} to ${each.to}` : `report of ${day(each.generated_at) ?? each.generated_at}`);
  const periods = [...new Set(trend.map(period))];
  const same = (a, b) => ['venue', 'game', 'table', 'currency'].every((name) => a[name] === b[name]);
  const held = (each) => {
    if (!each) return '';
    const { won, staked } = wonOf(each);
    const text = `${share(won, staked)} %`;
    const wrong = whole(each.overpaid) + whole(each.underpaid);
    return wrong === 0n ? text : [text, h('div', { class: 'quiet' }, `${money(wrong, each.currency)} paid wrongly`)];
  };
  return plot('plot-trend', 'How does hold compare with earlier periods?', 'Of all stakes, errors included, as the reports of those periods say.', table({
    caption: 'Hold by table and period',
    rows: tables,
    columns: [
      { title: 'Table', text: tableName },
      ...periods.map((name) => ({ title: neutral(name), number: true, text: (row) => held(trend.find((each) => period(each) === name && same(each, row))) })),
      { title: 'This report', number: true, text: held },
    ],
  }));
}

// At which tables and hours do exceptions arise?
function bySeverity({ report }) {
  const weights = [...SEVERITIES, 'uncertain'].filter((name) => name !== 'uncertain' || list(report.exceptions).some((each) => whole(each.uncertain ?? 0) > 0n));
  const rows = list(report.exceptions).filter((each) => weights.some((name) => whole(each[name] ?? 0) > 0n));
  if (rows.length === 0) return null;
  const hours = [...Array(24).keys()].map((hour) => String(hour).padStart(2, '0'));
  const used = hours.filter((hour) => rows.some((each) => each.by_hour?.[hour]));
  const most = Math.max(4, ...rows.flatMap((each) => hours.map((hour) => Number(whole(each.by_hour?.[hour] ?? 0)))));
  const heat = (number) => (whole(number) === 0n ? '' : h('span', { class: `heat heat-${Math.max(1, Math.ceil((Number(whole(number)) / most) * 4))}` }, count(number)));
  // Of those whose record bears no time the hour is not known.
  const timeless = (each) => ['critical', 'major', 'minor'].reduce((sum, name) => sum + whole(each[name] ?? 0), 0n)
    - hours.reduce((sum, hour) => sum + whole(each.by_hour?.[hour] ?? 0), 0n);
  return [table({
    caption: 'By table and severity',
    classes: 'blocks',
    rows,
    columns: [
      { title: 'Table', text: (each) => (each.table ? tableName(each) : 'of no table') },
      ...weights.map((name) => ({ title: name === 'uncertain' ? 'Minor: rules uncertain' : name === 'minor' && weights.includes('uncertain') ? 'Minor: others' : name[0].toUpperCase() + name.slice(1), number: true, text: (each) => count(each[name] ?? 0) })),
    ],
    foot: ['All', ...weights.map((name) => count(rows.reduce((sum, each) => sum + whole(each[name] ?? 0), 0n)))],
  }), used.length > 0 && table({
    caption: 'Exceptions by hour of the venue\u2019s clock, whatever offset a log writes; notes left out',
    classes: 'days narrow',
    rows: rows.filter((each) => Object.keys(each.by_hour ?? {}).length > 0 || timeless(each) > 0n),
    columns: [
      { title: 'Table', text: (each) => (each.table ? tableName(each) : 'of no table') },
      ...hours.map((hour) => ({ title: hour, number: true, text: (each) => heat(each.by_hour?.[hour] ?? 0) })),
      ...(rows.some((each) => timeless(each) > 0n) ? [{ title: 'No time', number: true, text: (each) => heat(timeless(each)) }] : []),
    ],
  })];
}

// What each table won of what was counted in its drop box, on the days of which it was counted.
function byDrop({ tables, report }) {
  const rows = tables.filter((each) => each.drop);
  if (rows.length === 0) return null;
  const days = ({ drop }) => `${count(drop.days)} of ${count(whole(drop.days) + whole(drop.days_without))}`;
  const named = (what, all) => all.length > 0 && h('p', {}, `${what}: ${all.map(neutral).join('; ')}.`);
  return [
    table({
      caption: 'Won of the drop',
      classes: 'blocks',
      rows,
      columns: [
        { title: 'Table', text: tableName },
        { title: 'Drop', number: true, text: (each) => (whole(each.drop.days) === 0n ? '' : money(each.drop.drop, each.currency)) },
        { title: 'Won', number: true, text: (each) => (whole(each.drop.days) === 0n ? '' : money(each.drop.won, each.currency)) },
        { title: 'Hold', number: true, text: (each) => { const hold = share(each.drop.won, each.drop.drop); return hold && `${hold} %`; } },
        { title: 'Days counted', number: true, text: days },
      ],
    }),
    named('Counted, and no coup is logged', list(report.drop?.without_coups)),
    named('Coups, and no drop was counted', list(report.drop?.not_counted)),
  ];
}

// The counts of which a row states the most that chance gives.
const FAULTS = COLUMNS.staff.filter((column) => column.unit === 'faults').map((column) => column.name);

function isBeyond(each, name) {
  const most = each.most_by_chance?.[name];
  return most !== undefined && whole(each.counts?.[name]) > whole(most);
}

// A count, and below it for each 1000 coups; marked where it is more than chance gives.
function faults(each, name) {
  const number = whole(each.counts?.[name]);
  if (number === 0n) return '0';
  const coups = whole(each.counts?.coups);
  const tenths = coups === 0n ? 0n : ((number * 20000n) / coups + 1n) / 2n;
  const rate = coups === 0n ? '' : h('div', { class: 'quiet' }, `${grouped(tenths / 10n)}.${tenths % 10n} in 1000`);
  if (!isBeyond(each, name)) return [count(number), rate];
  const most = count(whole(each.most_by_chance[name]));
  return [h('span', { class: 'heat heat-4', title: `chance gives ${most} at most` }, count(number)), rate];
}

// Where there are findings the name leads to them.
function staffName(post, each, known) {
  const name = `${neutral(each.venue)} ${known ? neutral(each.id) : 'not known'}`;
  const some = SEVERITIES.some((severity) => whole(each.counts?.[severity]) > 0n);
  return known && some ? h('button', { type: 'button', class: 'link', 'data-person': `"venue ${neutral(each.venue)}" "${post} ${neutral(each.id)}"` }, name) : name;
}

// Whose coups show findings and irregularities?
function byStaff({ report }) {
  const rows = list(report.staff);
  const posts = ['dealer', 'supervisor', 'shift'].filter((post) => rows.some((each) => each.post === post));
  const weight = (each) => [FAULTS.filter((name) => isBeyond(each, name)).length, ...[...SEVERITIES, 'irregularities'].map((name) => whole(each.counts?.[name]))];
  const several = new Set(rows.map((each) => each.currency)).size > 1;
  const isKnown = (each) => each.id !== null && each.id !== undefined;
  const heavier = (a, b) => {
    if (isKnown(a) !== isKnown(b)) return isKnown(a) ? -1 : 1;
    const [left, right] = [weight(a), weight(b)];
    const at = left.findIndex((number, place) => number !== right[place]);
    return at < 0 ? 0 : left[at] > right[at] ? -1 : 1;
  };
  const tables = posts.map((post) => table({
    caption: `By ${post} on duty`,
    classes: 'blocks',
    rows: rows.filter((each) => each.post === post).sort(heavier),
    // On paper those with findings; irregularities that were logged are in the register.
    quiet: (each) => SEVERITIES.every((name) => whole(each.counts?.[name]) === 0n),
    columns: [
      { title: post[0].toUpperCase() + post.slice(1), text: (each) => staffName(post, each, isKnown(each)) },
      ...COLUMNS.staff.map((column) => ({
        title: column.title,
        number: true,
        text: (each) => (column.unit === 'faults' ? faults(each, column.name) : [shown(column, each.counts, each.currency), several && column.unit !== 'count' && h('div', { class: 'quiet' }, neutral(each.currency))]),
      })),
    ],
  }));
  if (tables.length === 0) return tables;
  return [...tables, h('p', { class: 'quiet' }, 'Coups with findings, by the work that they are about, and findings of no coup; notes left out. Irregularities are those logged: wagers refused or removed are counted in the register alone. First those with a mark, then by severity. The column Log is about records, clocks and keys, seldom a dealer\u2019s. Marked where they are more than chance gives one of the post in 2000 times, if all of them make such faults equally often: a reason to look, not a fault of theirs.')];
}
