// The coups that were drawn to be looked up on video.

function drawSample({ report }) {
  const { sample } = report;
  if (!sample) return null;
  const clock = (coup) => neutral(String(coup.commenced_local ?? '').replace('T', ' '));
  return section('sample', 'Sample for video',
    h('p', {}, `${many(list(sample.coups).length, 'coup', 'coups')} of ${count(whole(sample.flagged_coups) + whole(sample.clean_coups))}, drawn with seed `, h('b', {}, neutral(sample.seed)),
      `; ${count(sample.flagged_coups)} of all have findings, and half of the sample does, where there are enough. The same seed draws the same coups from the table of coups, whose SHA-256 is `, hash(sample.coups_sha256), '.'),
    table({
      caption: 'Coups to be looked up',
      rows: list(sample.coups),
      columns: [
        { title: 'Table and day', text: (coup) => [h('b', {}, neutral(coup.venue), ' ', neutral(coup.table)), h('br'), neutral(coup.gaming_day ?? '')] },
        { title: 'Commenced, by the venue\u2019s clock', text: (coup) => h('span', { class: 'moment' }, clock(coup)) },
        { title: 'Shoe and coup', text: (coup) => `${neutral(coup.shoe ?? '?')} / ${neutral(coup.coup ?? '?')}` },
        { title: 'Result', text: (coup) => neutral(coup.result) },
        { title: 'Findings', text: (coup) => (coup.severity ? [mark(coup.severity), ' ', neutral(coup.severity)] : 'none') },
        { title: 'Record', text: (coup) => h('span', { class: 'path' }, `${neutral(coup.file)}:${neutral(coup.line ?? '')}`) },
        { title: 'Seen, by whom', text: () => line('') },
      ],
    }));
}
