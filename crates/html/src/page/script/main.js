// Draws the page from the embedded report.json, and from nothing else.

const NAMES = [['brief', 'In brief'], ['totals', 'Totals'], ['coverage', 'What was asked'], ['exceptions', 'Exceptions'], ['register', 'Register'], ['tournaments', 'Tournaments'], ['promotions', 'Promotions'], ['carried', 'Followed up'], ['scope', 'Scope'], ['plots', 'Questions'],
  ['coups', 'Flagged coups'], ['sample', 'Sample for video'], ['rulesets', 'Rulesets'], ['custody', 'Custody'], ['legend', 'Tick marks'], ['sign-off', 'Sign-off'], ['shoes', 'Shoes']];

function embedded(id) {
  return bytesOf(document.getElementById(id).textContent.trim());
}

function draw(report) {
  const model = modelOf(report);
  const main = document.getElementById('report');
  append(document.getElementById('about'), drawTitle(model));
  const exceptions = drawExceptions(model);
  const lists = [exceptions, drawRegister(model), drawCoups(model), drawShoes(model)];
  const [found, register, coups, shoes] = lists.map((each) => each?.content ?? each);
  // What people act on comes first; what vouches for it comes behind, and what is only looked up comes last.
  append(main, [drawGlance(model), drawTotals(model), drawCoverage(model), found, register, drawTournaments(model), drawPromotions(model), drawCarried(model), drawScope(model), drawPlots(model), coups, drawSample(model),
    drawFacts(model), drawRulesets(model), drawCustody(model), drawLegend(), drawChecking(), drawSignOff(), shoes]);
  append(document.getElementById('contents'), NAMES.filter(([id]) => document.getElementById(id)).map(([id, title]) => h('li', {}, h('a', { href: `#${id}` }, title))));

  const reach = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const kind = /^(finding|entry|coup|shoe)-\d+$/.exec(id)?.[1];
    if (!kind) return;
    const shown = lists[['finding', 'entry', 'coup', 'shoe'].indexOf(kind)]?.reach?.(id);
    const target = document.getElementById(typeof shown === 'string' ? shown : id);
    if (!target) return;
    target.setAttribute('tabindex', '-1');
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  addEventListener('hashchange', reach);
  // A second click on the same link changes no hash, and the target may have been filtered away.
  document.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href^="#"]');
    if (link && link.getAttribute('href') === location.hash) reach();
    const only = event.target.closest?.('[data-code], [data-person]');
    if (only) {
      const [code, person] = [only.getAttribute('data-code'), only.getAttribute('data-person')];
      if (code === null) exceptions.of?.(person);
      else exceptions.only?.(code);
      document.getElementById('exceptions').scrollIntoView();
      document.getElementById(code === null ? 'search' : 'by-code')?.focus({ preventScroll: true });
    }
  });
  reach();
  // On paper nothing can be opened: what is folded is printed open, and folded again afterwards.
  const folds = () => [...document.querySelectorAll('details.printed')];
  let opened = [];
  addEventListener('beforeprint', () => {
    lists.forEach((each) => each?.all?.());
    opened = folds().filter((each) => !each.open);
    for (const each of opened) each.open = true;
  });
  addEventListener('afterprint', () => {
    for (const each of opened) each.open = false;
    opened = [];
  });
}

async function start() {
  let data = null;
  let armour = '';
  try {
    data = embedded('report-json');
    armour = String.fromCharCode(...embedded('report-sig'));
  } catch {
    showVerdict({ state: 'unchecked', why: 'the data of this page are damaged' });
    return;
  }
  const checked = check(data, armour);
  try {
    draw(readJson(new TextDecoder('utf-8', { fatal: true }).decode(data)));
  } catch (error) {
    document.getElementById('report').replaceChildren(h('p', { class: 'warning' }, `The data of this page cannot be drawn: ${neutral(error.message)}`));
  }
  const found = await checked;
  showVerdict(found);
  document.documentElement.dataset.check = found.state;
}

start();
