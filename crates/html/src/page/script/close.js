// What follows up, what the marks mean, and who signs.

function drawCarried({ report }) {
  const carried = list(report.carried);
  if (carried.length === 0) return null;
  return section('carried', 'Exceptions of the previous report',
    table({
      caption: 'Followed up',
      rows: carried,
      columns: [
        { title: 'Finding', text: (each) => neutral(each.code ?? '') },
        { title: 'Place', text: (each) => [each.log, each.shoe && `shoe ${each.shoe}`, each.coup && `coup ${each.coup}`, each.wager && `wager ${each.wager}`].filter(Boolean).map(neutral).join(', ') },
        { title: 'State', text: (each) => h('b', {}, neutral(each.state ?? '')) },
        { title: 'Fingerprint', text: (each) => code(String(each.fingerprint ?? '').slice(0, 16)) },
      ],
    }));
}

function drawLegend() {
  return section('legend', 'Tick marks',
    h('dl', { class: 'ticks' }, Object.entries(TICKS).map(([letter, meaning]) => h('div', {}, h('dt', {}, tick(letter)), h('dd', {}, meaning)))),
    h('dl', { class: 'ticks' }, [
      ['critical', 'money, the result or the evidence is wrong'],
      ['major', 'a breach of procedure, or of a reading of the rules'],
      ['minor', 'a blemish'],
      ['info', 'worth knowing'],
    ].map(([severity, meaning]) => h('div', {}, h('dt', { class: `severity ${severity}` }, mark(severity), severity), h('dd', {}, meaning)))));
}

function drawChecking() {
  const commands = 'ssh-keygen -Y verify -f ../allowed_signers -I NAME -n resettle-report -s MANIFEST.sha256.sig < MANIFEST.sha256\nsha256sum -c MANIFEST.sha256';
  return section('checking', 'Checking this report without this page',
    h('p', {}, 'Inside the report\u2019s folder, with the signer\u2019s line in an allowed_signers file that reached you by another way:'),
    h('pre', { tabindex: '0' }, commands),
    h('p', {}, 'The first command says who signed, the second that every file is what was signed, this page among them.'));
}

function drawSignOff() {
  const person = (title) => h('div', { class: 'signer' }, h('h3', {}, title), line('Name'), line('Signature'), line('Date'));
  return section('sign-off', 'Sign-off', h('div', { class: 'signers' }, person('Prepared by'), person('Reviewed by'), person('For the licensee')));
}
