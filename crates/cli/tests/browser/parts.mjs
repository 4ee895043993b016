// The parts of the page's script that draw nothing, each by itself. Argument: the folder of the script.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import vm from 'node:vm';
import assert from 'node:assert/strict';

const folder = process.argv[2];
const source = ['exact_json.js', 'words.js', 'sshsig.js', 'roads.js'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
const page = vm.runInNewContext(`${source}; ({ readJson, neutral, amount, money, moment, day, beadPlate, bigRoad, played, readSshsig })`, { atob, btoa, crypto, DataView });
const plain = (value) => JSON.parse(JSON.stringify(value));
const coups = (results) => page.played({ coups: [1, results.length], results });
// The big road as rows of text: P B winners, a tie as a number behind them, x what has no winner.
const drawn = (results) => {
  const beads = page.bigRoad(coups(results));
  const wide = Math.max(...beads.map((bead) => bead.column)) + 1;
  const rows = Array.from({ length: 6 }, () => Array(wide).fill('.'));
  for (const bead of beads) rows[bead.row][bead.column] = bead.coup ? bead.coup.letter : '_';
  return rows.map((row) => row.join('')).join('\n').replace(/(\n\.+)+$/, '');
};

const checks = {
  'a run goes down, and the other winner begins a column'() {
    assert.equal(drawn('PPBPPP'), 'PBP\nP.P\n..P');
  },
  'a run of seven turns right at the bottom'() {
    assert.equal(drawn('PPPPPPPP'), 'P..\nP..\nP..\nP..\nP..\nPPP');
  },
  'a run turns right above an older tail, and stays in its row'() {
    assert.equal(drawn(`${'P'.repeat(8)}${'B'.repeat(7)}P`), 'PBP.\nPB..\nPB..\nPB..\nPBBB\nPPP.');
  },
  'a column that a tail has taken at its top is passed over'() {
    // Six tails of runs of one winner, each a row higher, reach the top row at last.
    const results = ['P', 'B', 'P', 'B', 'P', 'B', 'P'].map((letter) => letter.repeat(12)).join('');
    const beads = page.bigRoad(coups(results));
    const places = new Set(beads.map((bead) => `${bead.column} ${bead.row}`));
    assert.equal(places.size, beads.length, 'no two beads lie on one another');
    assert.equal(beads.length, results.length);
    assert.ok(beads.every((bead) => bead.row >= 0 && bead.row < 6));
  },
  'no two beads ever lie on one another, and none is lost'() {
    let seed = 7;
    const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
    for (let shoe = 0; shoe < 500; shoe += 1) {
      const streaky = next();
      let last = 'P';
      let results = '';
      for (let coup = 0; coup < 90; coup += 1) {
        const dice = next();
        if (dice < 0.1) results += 'T';
        else if (dice < 0.12) results += 'V';
        else if (dice < 0.13) results += '?';
        else results += last = next() < streaky ? last : last === 'P' ? 'B' : 'P';
      }
      const beads = page.bigRoad(coups(results));
      const winners = beads.filter((bead) => bead.coup);
      assert.equal(new Set(beads.map((bead) => `${bead.column} ${bead.row}`)).size, beads.length, results);
      assert.equal(winners.map((bead) => bead.coup.letter).join(''), results.replace(/[TV?]/g, ''));
      assert.equal(winners.length + beads.flatMap((bead) => bead.marks).length, results.length, results);
    }
  },
  'ties and voids mark the coup before them, at the beginning the first one'() {
    const marks = (results) => page.bigRoad(coups(results)).map((bead) => bead.marks.map((coup) => coup.letter).join(''));
    assert.deepEqual(plain(marks('TVPTTB?')), ['TVTT', '?']);
    assert.deepEqual(plain(marks('TT')), ['TT']);
    assert.deepEqual(plain(marks('')), []);
  },
  'coups have the numbers that the log gives them'() {
    const numbers = (shoe) => plain(page.played(shoe).map((coup) => coup.number));
    assert.deepEqual(numbers({ coups: [3, 5], results: 'PBT' }), [3, 4, 5]);
    assert.deepEqual(numbers({ coups: [1, 7], results: 'PBT', numbers: [1, null, 7] }), [1, null, 7]);
    assert.deepEqual(numbers({ coups: [null, null], results: 'PZ' }), [null, null]);
    assert.equal(page.played({ results: 'Z' })[0].letter, '?');
  },
  'numbers are read exactly, whatever their size'() {
    const read = page.readJson('{"a":9007199254740993,"b":[-170141183460469231731687303715884105728,1.5,null],"c":"\\u2028"}');
    assert.equal(String(read.a), '9007199254740993');
    assert.equal(String(read.b[0]), '-170141183460469231731687303715884105728');
    assert.equal(read.b[1], 1.5);
    assert.equal(read.c, '\u2028');
  },
  'JSON is read as every other reader does, or refused'() {
    for (const text of ['{}', ' [1, "a", {"b": [true, false, null]}] ', '"x"', '{"__proto__": 1, "constructor": {"a": 2}}', '[[[]]]', '-7', '1e3']) {
      assert.deepEqual(plain(page.readJson(text)), JSON.parse(text), text);
    }
    for (const text of ['', '{', '[1,]', '{"a":1,}', '{"a" 1}', '[1 2]', '01', '"\n"', '{"a":1}{', 'nul', '{a:1}', '[', '{"a":1,"a":2}', '"\\x"', `${'['.repeat(70)}${']'.repeat(70)}`]) {
      assert.throws(() => page.readJson(text), undefined, text);
    }
  },
  'amounts are written with the digits of their currency'() {
    assert.equal(page.amount(2500, 'SGD'), '25.00');
    assert.equal(page.amount(-5, 'AUD', true), '\u22120.05');
    assert.equal(page.amount('123456789012345678901234567890', 'SGD', true), '+1,234,567,890,123,456,789,012,345,678.90');
    assert.equal(page.amount(1234, 'JPY'), '1,234');
    assert.equal(page.amount(1234, 'KWD'), '1.234');
    assert.equal(page.money(1234567), '1,234,567 minor units');
  },
  'what steers or hides is shown by its number'() {
    assert.equal(page.neutral('a\u202eb\u001b[2J\u2028\u{e0041}é七'), 'a\\u{202e}b\\u{1b}[2J\\u{2028}\\u{e0041}é七');
    assert.equal(page.neutral('w1\u3164\ufe0f\u2800\u00a0\u3000 x'), 'w1\\u{3164}\\u{fe0f}\\u{2800}\\u{a0}\\u{3000} x');
  },
  'times keep what the log wrote'() {
    assert.equal(page.moment('2023-06-01T09:08:45.689+08:00'), '2023-06-01 09:08:45 +08:00');
    assert.equal(page.moment('whenever\u0000'), 'whenever\\u{0}');
    assert.equal(page.day('2023-06-01T09:08:45Z'), '2023-06-01');
    assert.equal(page.day(undefined), null);
  },
  'a signature is read in one spelling only'() {
    for (const text of ['', 'x', '-----BEGIN SSH SIGNATURE-----\nAAAA\n-----END SSH SIGNATURE-----\n', '-----BEGIN SSH SIGNATURE-----\nU1NIU0lHAAAAAgAAAAA=\n-----END SSH SIGNATURE-----\n']) {
      assert.throws(() => page.readSshsig(text), undefined, text);
    }
  },
};

let failed = 0;
for (const [name, check] of Object.entries(checks)) {
  try {
    check();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}\n${error.stack ?? error}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
