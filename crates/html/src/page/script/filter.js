// Which findings are shown: by words, severity, code, table and day.

function drawFilter(findings) {
  const present = (values) => [...new Set(values.filter((value) => value !== null && value !== undefined && value !== ''))].sort();
  const search = h('input', { type: 'search', id: 'search', autocomplete: 'off', spellcheck: 'false' });
  const weights = [...SEVERITIES, 'uncertain'];
  const severities = weights.filter((each) => findings.some((finding) => weightOf(finding) === each)).map((each) => {
    const number = findings.filter((finding) => weightOf(finding) === each).length;
    const box = h('input', { type: 'checkbox', checked: true, value: each });
    return { box, label: h('label', { class: `toggle ${each}` }, box, mark(each === 'uncertain' ? 'minor' : each), `${each === 'uncertain' ? 'ruleset uncertain' : each} `, h('span', { class: 'quiet' }, count(number))) };
  });
  const choose = (id, all, values) => h('select', { id }, h('option', { value: '' }, all), values.map((value) => h('option', { value }, neutral(value))));
  const codes = choose('by-code', 'every code', present(findings.map((finding) => finding.code)));
  const tables = choose('by-table', 'every table', present(findings.map((finding) => tableName(finding.where))));
  const days = choose('by-day', 'every day', present(findings.map((finding) => day(finding.at))));
  const clear = h('button', { type: 'button', id: 'clear' }, 'Clear');
  const field = (id, title, control) => h('div', { class: 'field' }, h('label', { for: id }, title), control);
  const form = h('form', { class: 'filter', role: 'search', 'aria-label': 'Filter the exceptions', onsubmit: (event) => event.preventDefault() },
    field('search', 'Search', search),
    h('fieldset', {}, h('legend', {}, 'Severity'), severities.map(({ label }) => label)),
    field('by-code', 'Finding', codes),
    tables.options.length > 2 && field('by-table', 'Table', tables),
    days.options.length > 2 && field('by-day', 'Day', days),
    clear);

  const listeners = [];
  const changed = () => listeners.forEach((listener) => listener());
  const reset = () => {
    search.value = '';
    severities.forEach(({ box }) => { box.checked = true; });
    for (const select of [codes, tables, days]) select.value = '';
  };
  let waiting;
  search.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(changed, 80);
  });
  form.addEventListener('change', (event) => event.target !== search && changed());
  clear.addEventListener('click', () => {
    reset();
    changed();
    search.focus();
  });

  return {
    form,
    listen: (listener) => listeners.push(listener),
    clear: () => { reset(); changed(); },
    only: (name) => { reset(); codes.value = name; changed(); },
    of: (person) => { reset(); search.value = person; changed(); },
    wanted: () => {
      // What stands in quotes is the whole of a name, not a part of one.
      const parts = search.value.toLowerCase().match(/"[^"]*"|[^\s"]+/g) ?? [];
      const fits = (text) => parts.every((part) => (part.startsWith('"') ? `\n${text}\n`.includes(`\n${part.slice(1, -1)}\n`) : text.includes(part)));
      const allowed = new Set(severities.filter(({ box }) => box.checked).map(({ box }) => box.value));
      return (finding, text) =>
        (allowed.has(weightOf(finding)) || !weights.includes(weightOf(finding)))
        && (codes.value === '' || finding.code === codes.value)
        && (tables.value === '' || tableName(finding.where) === tables.value)
        && (days.value === '' || day(finding.at) === days.value)
        && fits(text);
    },
  };
}
