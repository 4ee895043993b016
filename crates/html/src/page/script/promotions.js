// A register of promotions that was judged in place of logs, and what in it no clause judges.

function drawPromotions({ report }) {
  const register = report.promotions;
  if (!register) return null;
  const notes = list(register.notes);
  const absent = list(register.absent);
  return section('promotions', 'Promotions',
    facts([
      ['Register', h('span', { class: 'path' }, neutral(register.path))],
      ['Of', `${neutral(register.venue)} ${neutral(register.game)}`],
      ['Records up to', when(register.as_of)],
      ['Promotions judged', count(register.judged)],
      whole(register.not_judged) > 0n && ['Not judged', h('span', { class: 'warning' }, `${count(register.not_judged)}: no ruleset was in force for them`)],
      absent.length > 0 && ['Files not given', absent.map(neutral).join(', ')],
    ].filter(Boolean)),
    notes.length > 0 && table({
      caption: `What no clause judges, in ${neutral(register.currency)}`,
      classes: 'blocks',
      rows: notes,
      columns: [
        { title: 'What', text: (note) => neutral(note.says) },
        { title: 'Number', number: true, text: (note) => count(note.number) },
        { title: 'Money', number: true, text: (note) => amount(note.money, register.currency) },
        { title: 'First rows', text: (note) => `${list(note.places).map(neutral).join(', ')}${whole(note.number) > BigInt(list(note.places).length) ? ' …' : ''}` },
      ],
    }));
}

// The register at a glance, where no coup could be judged because none was asked for.
function drawPromotionsGlance({ promotions }) {
  if (!promotions) return null;
  const notes = list(promotions.notes).reduce((sum, note) => sum + whole(note.number), 0n);
  return h('p', {}, h('a', { href: '#promotions' }, 'A register of promotions was judged'), `: ${many(promotions.judged, 'promotion', 'promotions')}`,
    notes > 0n ? `; ${many(notes, 'row is', 'rows are')} counted there that no clause judges.` : '.');
}
