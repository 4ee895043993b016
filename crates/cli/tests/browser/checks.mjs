// Opens the pages in Chromium as an inspector would, and tells of each check whether it holds.
// Arguments: the folder of playwright-core, the folder of the pages, the folder for pictures.

import { createRequire } from 'node:module';
import { readFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';

const [tools, pages, pictures] = process.argv.slice(2);
const { chromium } = createRequire(join(tools, 'x.js'))('playwright-core');
mkdirSync(pictures, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const report = JSON.parse(readFileSync(join(pages, 'report.json'), 'utf8'));
const registered = JSON.parse(readFileSync(join(pages, 'register.json'), 'utf8'));
const month = JSON.parse(readFileSync(join(pages, 'month.json'), 'utf8'));
const fingerprint = readFileSync(join(pages, 'fingerprint.txt'), 'utf8').trim();

// A page opened from disk without a network. Whatever it asks for, says or throws is kept.
async function open(name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  await context.setOffline(true);
  // A picture of a long page takes a while where other tests run beside it.
  context.setDefaultTimeout(120_000);
  const page = await context.newPage();
  page.asked = [];
  page.said = [];
  page.on('request', (request) => page.asked.push(request.url()));
  page.on('console', (message) => page.said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => page.said.push(`thrown: ${error.message}`));
  page.on('dialog', (dialog) => { page.said.push(`dialog: ${dialog.message()}`); dialog.dismiss(); });
  page.file = pathToFileURL(join(pages, name)).href;
  await page.goto(page.file);
  if (options.javaScriptEnabled !== false) await page.waitForFunction(() => document.documentElement.dataset.check);
  return page;
}

async function close(page) {
  assert.deepEqual(page.said, [], 'nothing is said on the console');
  assert.deepEqual(page.asked.filter((url) => url !== page.file && !url.startsWith(`${page.file}#`)), [], 'nothing is asked for');
  await page.context().close();
}

const text = (page, selector) => page.locator(selector).innerText();
const shown = (page) => page.locator('li.exception').count();

// How many findings there are of each severity; doubts about the ruleset are of none.
function counted({ summary }) {
  const { minor = 0, ...others } = summary.by_severity;
  return { ...others, minor: minor - (summary.by_code['ruleset/uncertain'] ?? 0) };
}

const checks = {
  async 'a good signature is told with its key, and never as more than that'(page) {
    const said = await text(page, '#check');
    assert.equal(said, `The data match key ${fingerprint}. Compare this fingerprint with the one that reached you by another way, and check the folder with ssh-keygen: a page cannot vouch for itself.`);
    assert.doesNotMatch(await text(page, 'body'), /\bauthentic\b/i);
  },

  async 'exceptions stand by table and severity, and days beside what chance allows'(page) {
    const totals = await page.locator('#totals').textContent();
    assert.ok(totals.includes('By table and severity') && totals.includes('Exceptions by hour'), totals);
    for (const [severity, number] of Object.entries(counted(report))) {
      assert.equal(report.exceptions.reduce((sum, each) => sum + each[severity], 0), number, severity);
    }
    const plots = await page.locator('#plots').textContent();
    const days = (currency) => new Set(report.days.filter((each) => each.expected && each.currency === currency).map((each) => each.day));
    const several = report.days.some((each) => days(each.currency).size > 1);
    assert.equal(plots.includes('Did each table win on each day what chance allows?'), several);
  },

  async 'there is one count of each severity'(page) {
    for (const [severity, number] of Object.entries(counted(report)).filter(([, each]) => each > 0)) {
      const glance = await page.locator(`.glance .severities li.${severity}`).innerText();
      const toggle = await page.locator(`.filter .toggle.${severity}`).innerText();
      for (const said of [glance, toggle]) assert.equal(said.match(/\d+/)[0], String(number), `${severity}: ${said}`);
    }
  },

  async 'the sum of the findings leads to the net error, line by line'(page) {
    const units = (said) => Number(said.replaceAll(',', '').replace('\u2212', '-').replace('.', ''));
    for (const sums of report.summary.currencies) {
      const lines = page.locator('#totals table', { hasText: `From the findings to the net error, in ${sums.currency}` });
      const cells = await lines.locator('tbody tr > :last-child').allInnerTexts();
      assert.equal(cells.length, sums.reconciled.length);
      assert.equal(cells.reduce((sum, each) => sum + units(each), 0), sums.net_variance);
      assert.equal(units(await lines.locator('tfoot tr > :last-child').innerText()), sums.net_variance);
    }
  },

  async 'a void without ground shows its cards, and what they give'(page) {
    const at = report.coups.findIndex((coup) => coup.cards_give);
    assert.ok(at >= 0, 'a void without ground');
    const coup = report.coups[at];
    const panel = page.locator(`#coup-${at + 1}`);
    assert.equal(await panel.locator('svg.card:not(.permanent)').count(), coup.cards.length);
    const said = (await panel.locator('.compared').first().innerText()).replace(/\s+/g, ' ');
    assert.match(said.toLowerCase(), new RegExp(`the cards give ${coup.cards_give}, ${coup.player_total} to ${coup.banker_total}`));
    assert.equal(/\bsevens?\b/.test(said), coup.sevens !== undefined, said);
  },

  async 'every finding is there with what it says'(page) {
    const all = await page.locator('#exceptions').textContent();
    for (const finding of report.findings) {
      assert.ok(all.includes(finding.message), finding.message);
      assert.ok(all.includes(finding.code), finding.code);
    }
    assert.equal(await shown(page), report.findings.length);
  },

  async 'the filter shows what fits and nothing else'(page) {
    const code = report.findings[0].code;
    await page.selectOption('#by-code', code);
    assert.equal(await shown(page), report.findings.filter((finding) => finding.code === code).length);
    await page.click('#clear');
    assert.equal(await shown(page), report.findings.length);
    await page.getByRole('checkbox', { name: /critical/ }).uncheck();
    assert.equal(await shown(page), report.findings.filter((finding) => finding.severity !== 'critical').length);
    assert.match(await text(page, '#exceptions .status'), new RegExp(`^\\d+ of ${report.findings.length} findings$`));
    await page.click('#clear');
  },

  async 'a search finds words of a finding'(page) {
    await page.fill('#search', report.findings[0].message.split(' ').slice(0, 3).join(' ').toUpperCase());
    await page.waitForFunction((all) => document.querySelectorAll('li.exception').length < all, report.findings.length);
    assert.ok((await page.locator('ol.exceptions').textContent()).includes(report.findings[0].message));
    await page.fill('#search', 'nothing-has-this-word');
    await page.waitForFunction(() => document.querySelectorAll('li.exception').length === 0);
    await page.click('#clear');
    assert.equal(await shown(page), report.findings.length);
  },

  async 'a flag on the road leads to its coup, and the finding does'(page) {
    const flag = page.locator('#shoes .road a.flagged[href^="#coup-"]').first();
    const target = (await flag.getAttribute('href')).slice(1);
    await flag.focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction((id) => document.activeElement?.id === id, target);
    const back = page.locator(`#${target} .coup-findings a`).first();
    const finding = (await back.getAttribute('href')).slice(1);
    await back.click();
    await page.waitForFunction((id) => document.activeElement?.id === id, finding);
    await page.locator(`#${finding} .where a`).click();
    await page.waitForFunction((id) => document.activeElement?.id === id, target);
    assert.ok(await page.locator(`#${target}`).evaluate((node) => node.getBoundingClientRect().top < innerHeight));
  },

  async 'the cards of a flagged coup are drawn as cards'(page) {
    for (const [at, coup] of report.coups.entries()) {
      const drawn = page.locator(`#coup-${at + 1} svg.card`);
      const permanent = coup.permanent === null || coup.permanent === undefined ? 0 : 1;
      assert.equal(await drawn.count(), coup.player.length + coup.banker.length + permanent, `coup ${coup.coup}`);
      assert.equal(await page.locator(`#coup-${at + 1} svg.card.permanent`).count(), permanent);
    }
  },

  async 'each flagged coup tells how it was judged'(page) {
    const trace = page.locator('#coup-1 details.trace');
    await trace.locator('summary').click();
    for (const step of report.coups[0].steps) assert.ok((await trace.innerText()).includes(step.text.trim()), step.text);
    await trace.locator('summary').click();
  },

  async 'every coup of a shoe has its bead, and every win its place on the big road'(page) {
    const plate = page.locator('#shoes .road:has(figcaption:text("Bead plate"))').first();
    const results = report.shoes.find((shoe) => shoe.results.length === 0) ? null : report.shoes[0].results;
    assert.equal(await plate.locator('.bead').count(), results.length);
    const road = page.locator('#shoes .road:has(figcaption:text("Big road"))').first();
    assert.equal(await road.locator('.run').count(), [...results].filter((letter) => letter === 'P' || letter === 'B').length);
  },

  async 'plots ask a question and say their figures in words'(page) {
    const plots = page.locator('figure.plot');
    assert.ok((await plots.count()) >= 3);
    for (const plot of await plots.all()) {
      assert.match(await plot.locator('h3').innerText(), /\?( \(.*\))?$/);
      for (const strip of await plot.locator('svg').all()) assert.match(await strip.getAttribute('aria-label'), /\d/);
    }
  },

  async 'the sums of the tables are the sums of the wagers'(page) {
    const sums = async (caption) => page.locator(`#totals table:has(caption:text("${caption}"))`).evaluateAll((tables) => tables.map((table) => {
      const cells = (row) => [...row.children].map((cell) => cell.innerText);
      const titles = cells(table.querySelector('thead tr'));
      return Object.fromEntries(cells(table.querySelector('tfoot tr')).map((cell, at) => [titles[at], cell]));
    }));
    const [tables, wagers] = [await sums('By table, in'), await sums('By bet, in')];
    assert.ok(wagers.length > 0 && tables.length === wagers.length);
    wagers.forEach((sum, at) => {
      for (const name of ['Wagers', 'Staked', 'Returned', 'Due', 'Net error']) assert.equal(sum[name], tables[at][name], name);
    });
  },

  async 'every irregularity stands in the register with what it led to'(page) {
    const rows = page.locator('#register tr.entry');
    assert.ok(report.register.length > 0);
    assert.equal(await rows.count(), report.register.length);
    for (const [at, entry] of report.register.entries()) {
      const told = await rows.nth(at).innerText();
      for (const said of [entry.consequence, ...entry.faults, entry.file]) assert.ok(told.includes(said), `${said}: ${told}`);
      assert.equal(await rows.nth(at).evaluate((row) => row.classList.contains('faulty')), entry.faults.length > 0);
    }
    assert.match(await text(page, '.glance'), new RegExp(`Register of irregularities: \\S+ found wrong of ${report.register.length} entr`));
  },

  async 'everything has a name, an order and one place'(page) {
    const faults = await page.evaluate(() => {
      const out = [];
      const ids = [...document.querySelectorAll('[id]')].map((node) => node.id);
      if (new Set(ids).size !== ids.length) out.push('an id comes twice');
      for (const node of document.querySelectorAll('input, select')) if (node.labels.length === 0) out.push(`no label: ${node.id}`);
      for (const node of document.querySelectorAll('svg[role=img]')) if (!node.getAttribute('aria-label') || !node.querySelector('title')) out.push('a nameless picture');
      for (const node of document.querySelectorAll('th')) if (!node.scope) out.push(`no scope: ${node.innerText}`);
      for (const node of document.querySelectorAll('a[href^="#"]')) {
        const id = node.getAttribute('href').slice(1);
        if (!document.getElementById(id)) out.push(`leads nowhere: ${id}`);
      }
      let level = 0;
      for (const node of document.querySelectorAll('h1, h2, h3, h4')) {
        const own = Number(node.tagName[1]);
        if (own > level + 1) out.push(`skipped a level: ${node.innerText}`);
        level = own;
      }
      if (document.documentElement.lang !== 'en') out.push('no language');
      return out;
    });
    assert.deepEqual(faults, []);
  },
};

const alone = {
  async 'the page can be used by the keyboard alone'() {
    const page = await open('good.html');
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.className || document.activeElement?.tagName);
    await page.keyboard.press('Tab');
    assert.equal(await focused(), 'skip');
    assert.ok(await page.locator('.skip').evaluate((node) => node.getBoundingClientRect().left >= 0), 'the skip link is seen');
    await page.keyboard.press('Enter');
    assert.equal(await focused(), 'report');
    const tabTo = async (id) => {
      for (let presses = 0; presses < 400; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
      }
      assert.fail(`no way to ${id}`);
    };
    await tabTo('search');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, 'solid', 'the focus is seen');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.ok((await shown(page)) < report.findings.length, 'space turns a severity off');
    await page.keyboard.press('Space');
    assert.equal(await shown(page), report.findings.length);
    const summary = page.locator('#coup-1 details.trace summary');
    await summary.focus();
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('#coup-1 details.trace').evaluate((node) => node.open));
    await page.keyboard.press('Space');
    assert.ok(!(await page.locator('#coup-1 details.trace').evaluate((node) => node.open)));
    await close(page);
  },

  async 'altered data are told as altered'() {
    const page = await open('altered.html');
    assert.match(await text(page, '#check'), /^Altered\. The data of this page do not fit their signature/);
    assert.equal(await page.evaluate(() => document.documentElement.dataset.check), 'altered');
    await page.screenshot({ path: join(pictures, 'altered.png') });
    await close(page);
  },

  async 'a signature of other data is told as altered'() {
    const page = await open('exchanged.html');
    assert.match(await text(page, '#check'), /^Altered\./);
    await close(page);
  },

  async 'a signature made for something else cannot be checked'() {
    const page = await open('namespace.html');
    assert.match(await text(page, '#check'), /^Cannot be checked here: the signature was made for something else \(file\)\./);
    await close(page);
  },

  async 'a damaged signature cannot be checked'() {
    const page = await open('damaged.html');
    assert.match(await text(page, '#check'), /^Cannot be checked here: /);
    await close(page);
  },

  async 'an unsigned page cannot be checked'() {
    const page = await open('unsigned.html');
    assert.equal(await text(page, '#check'), 'Cannot be checked here: no signature is embedded: this page was made from an unsigned report. Check the folder with ssh-keygen.');
    assert.match(await text(page, 'header'), /is in no signed folder/);
    await close(page);
  },

  async 'a browser without cryptography says so'() {
    const context = await browser.newContext();
    await context.addInitScript(() => Object.defineProperty(globalThis, 'crypto', { value: undefined }));
    const page = await context.newPage();
    await page.goto(pathToFileURL(join(pages, 'good.html')).href);
    await page.waitForFunction(() => document.documentElement.dataset.check);
    assert.match(await text(page, '#check'), /^Cannot be checked here: this browser offers no cryptography/);
    await context.close();
  },

  async 'text of a log stays text, whatever it says'() {
    const page = await open('planted.html');
    await page.waitForTimeout(300);
    const found = await page.evaluate(() => ({
      run: globalThis.planted,
      scripts: document.scripts.length,
      strange: [...document.querySelectorAll('img, iframe, object, embed, link, base, form:not(.filter), audio, video, math, foreignObject')].map((node) => node.tagName),
      handlers: [...document.querySelectorAll('*')].flatMap((node) => [...node.attributes]).map(({ name }) => name).filter((name) => name.startsWith('on')),
      links: [...document.querySelectorAll('a')].map((node) => node.getAttribute('href') ?? node.getAttribute('xlink:href')).filter((href) => !/^#[a-z-]+(-\d+)?$/.test(href)),
      styles: document.querySelectorAll('[style]').length,
      colour: getComputedStyle(document.body).color,
      text: document.getElementById('report').textContent,
    }));
    const plain = await open('good.html');
    assert.equal(found.run, undefined);
    assert.equal(found.scripts, 3);
    assert.deepEqual(found.strange, []);
    assert.deepEqual(found.handlers, []);
    assert.deepEqual(found.links, []);
    assert.equal(found.styles, 0);
    assert.equal(found.colour, await plain.evaluate(() => getComputedStyle(document.body).color));
    for (const shown of ['</script><script>planted=1</script>', '<img src=x onerror=planted=2>', '\\u{2028}', '\\u{202e}']) assert.ok(found.text.includes(shown), shown);
    assert.ok(!/[\u2028\u202e\u0000-\u0008\u001b]/.test(found.text), 'what steers is shown by its number');
    await page.screenshot({ path: join(pictures, 'planted.png') });
    await close(plain);
    await close(page);
  },

  async 'thousands of findings are drawn in parts, and a link still leads to each'() {
    const page = await open('many.html');
    assert.equal(await shown(page), 50);
    await page.click('#exceptions .more');
    assert.equal(await shown(page), 100);
    await page.evaluate(() => { location.hash = '#finding-2500'; });
    await page.waitForFunction(() => document.activeElement?.id === 'finding-2500');
    await page.fill('#search', 'number-1234');
    await page.waitForFunction(() => document.querySelectorAll('li.exception').length === 1);
    await page.pdf({ path: join(pictures, 'filtered.pdf'), preferCSSPageSize: true });
    assert.match(await page.locator('#exceptions .print-only').textContent(), /^Only 1 of 3,000 findings are printed: a filter was set\.$/);
    assert.equal(await shown(page), 1);
    await page.fill('#search', 'number-12');
    await page.waitForFunction(() => document.querySelectorAll('li.exception').length === 50);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await shown(page), 111, 'what was not drawn yet is drawn for the printer');
    await page.click('#clear');
    const table = page.locator('#shoes details.clean').first();
    assert.equal(await table.locator('svg').count(), 0, 'roads of shoes without flags are not drawn before somebody looks');
    await table.locator('summary').first().click();
    await table.locator('details').first().locator('summary').click();
    await table.locator('svg').first().waitFor();
    await close(page);
  },

  async 'the register is drawn in parts, filtered, put in order and led to, and what is wrong stands out'() {
    const page = await open('register.html');
    const rows = page.locator('#register tr.entry');
    const status = () => text(page, '#register .status');
    assert.equal(await rows.count(), 50);
    assert.equal(await status(), '300 entries');
    const faulty = page.locator('#register tr.faulty');
    await page.selectOption('#register-shown', 'faulty');
    assert.equal(await faulty.count(), 6);
    assert.equal(await rows.count(), 6);
    assert.match(await faulty.first().locator('.fault a').getAttribute('href'), /^#finding-\d+$/);
    assert.equal(await faulty.first().locator('.fault svg.mark').count(), 1, 'a shape besides the colour');
    const edge = await faulty.first().locator('th').evaluate((cell) => getComputedStyle(cell).borderLeftColor);
    assert.notEqual(edge, await page.locator('#register thead th').first().evaluate((cell) => getComputedStyle(cell).borderLeftColor));
    await page.selectOption('#register-shown', 'word-money');
    const moving = registered.register.filter((entry) => entry.evidence === 'word' && entry.moved);
    assert.equal(await status(), `${moving.length} of 300 entries`);
    await page.selectOption('#register-order', 'money');
    assert.match(await rows.first().locator('td.number').innerText(), /^\u2212100\.00$/);
    await page.selectOption('#register-decider', 'not named');
    assert.equal(await status(), `${moving.filter((entry) => entry.by === null).length} of 300 entries`);
    await page.click('#register-clear');
    assert.equal(await status(), '300 entries');
    await page.fill('#register-search', 'coup 299 was');
    await page.waitForFunction(() => document.querySelectorAll('#register tr.entry').length === 1);
    await page.evaluate(() => { location.hash = '#entry-250'; });
    await page.waitForFunction(() => document.activeElement?.id === 'entry-250');
    assert.equal(await status(), '300 entries', 'a link takes the filter away');
    const sums = await page.locator('#register table:not(.register, .routine)').allInnerTexts();
    assert.equal(sums.length, 3);
    for (const sum of sums) for (const said of ['300', '42 unknown', '\u2212123,456.00', '\u221260,000.00']) assert.ok(sum.includes(said), `${said}: ${sum}`);
    await page.locator('#register').screenshot({ path: join(pictures, 'register.png') });
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 680, height: 1000 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.equal(await rows.count(), 300, 'what was not drawn yet is drawn for the printer');
    const printed = await rows.evaluateAll((all) => all.filter((row) => row.checkVisibility()).length);
    assert.ok(printed < 300, 'a long register is printed as far as it asks for something');
    assert.match(await text(page, '#register .print-only'), new RegExp(`; ${300 - printed} entries without a fault are not, and stand in `));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 680, 'nothing is wider than the paper');
    await page.pdf({ path: join(pictures, 'register.pdf'), preferCSSPageSize: true });
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'nothing is wider than a phone');
    await close(page);
  },

  async 'a phone shows it without scrolling sideways'() {
    const page = await open('good.html', { viewport: { width: 390, height: 844 }, hasTouch: true });
    const measured = await page.evaluate(() => {
      let smallest = 99;
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const parent = walker.currentNode.parentElement;
        if (walker.currentNode.data.trim() === '' || parent.closest('svg, script, noscript, .hidden-text')) continue;
        if (parent.checkVisibility()) smallest = Math.min(smallest, parseFloat(getComputedStyle(parent).fontSize));
      }
      return { wide: document.documentElement.scrollWidth, smallest };
    });
    assert.ok(measured.wide <= 390, `${measured.wide} pixels wide`);
    assert.ok(measured.smallest >= 10.5, `text of ${measured.smallest} pixels`);
    await page.screenshot({ path: join(pictures, 'phone.png'), fullPage: true });
    await close(page);
  },

  async 'it prints on A4, whole'() {
    const page = await open('good.html');
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 680, height: 1000 });
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 680, 'nothing is wider than the paper');
    assert.ok(await page.locator('#finding-1 .lines').isVisible(), 'there are lines to write on');
    for (const filter of await page.locator('.filter').all()) assert.ok(!(await filter.isVisible()));
    await page.screenshot({ path: join(pictures, 'print.png'), fullPage: true });
    await page.evaluate(() => { globalThis.printing = 0; addEventListener('beforeprint', () => { globalThis.printing += 1; }); });
    const pdf = await page.pdf({ path: join(pictures, 'report.pdf'), preferCSSPageSize: true });
    const sizes = [...pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map((found) => [Math.round(found[1]), Math.round(found[2])]);
    assert.ok(sizes.length > 2 && sizes.every(([wide, high]) => wide === 595 && high === 842), JSON.stringify(sizes));
    assert.equal(await page.evaluate(() => globalThis.printing), 1, 'a printed page is told that it will be');
    await close(page);
  },

  async 'a month says what could not be read, and never that it read all of it'() {
    const page = await open('month.html');
    const scope = await text(page, '#scope');
    assert.doesNotMatch(scope, /100 %/);
    assert.match(scope, /Not everything was read: 2 logs or folders could not be read/);
    assert.match(await text(page, '.glance'), /Not everything could be read/);
    const unread = await text(page, '#unread');
    assert.equal(month.scope.unread.length, 2);
    for (const { path } of month.scope.unread) assert.ok(unread.includes(path), path);
    assert.doesNotMatch(unread, /u\{a\}|error: /);
    const plain = await open('good.html');
    assert.match(await text(plain, '#scope'), /all of it: 100 %/);
    await close(plain);
    await close(page);
  },

  async 'the custody of a month names its roster, digests, rulings and earlier report, and who vouches for them'() {
    const page = await open('month.html');
    const custody = await text(page, '#custody');
    for (const file of [month.trust, month.roster, month.dispositions, month.previous, ...month.digests]) {
      assert.ok(custody.includes(file.path), file.path);
      assert.ok(custody.includes(file.sha256), file.sha256);
    }
    for (const { signer } of [...month.digests, month.previous]) assert.ok(custody.includes(signer), signer);
    assert.equal(custody.match(/It proves nothing of who made it\./g).length, month.digests.length + 1);
    assert.ok(custody.includes(`${month.roster.expected} logs expected for days from ${month.roster.days.join(' to ')}, ${month.roster.missing} missing`));
    assert.match(await text(page, '#scope'), new RegExp(`${month.roster.expected} by the roster, ${month.roster.missing} missing`));
    await close(page);
  },

  async 'the statement of money is that of the report, to the minor unit, and the head names what was paid wrongly'() {
    const page = await open('month.html');
    const minor = (amount) => BigInt(amount.replace(/\u2212/g, '-').replace(/[^0-9-]/g, ''));
    assert.equal(month.summary.currencies.length, 2);
    for (const { currency, statement, overpaid, underpaid } of month.summary.currencies) {
      const table = page.locator('table', { has: page.locator('caption', { hasText: `Statement of money, in ${currency}` }) });
      const drawn = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.cells[1].innerText));
      assert.deepEqual(drawn.map(minor), statement.map(({ money }) => BigInt(money)), currency);
      const head = (await text(page, '.glance')).replace(/ \([^()]* of it on a condition\)/g, '');
      for (const [name, sum] of [['much', overpaid], ['little', underpaid]]) {
        if (sum === 0) continue;
        const said = head.match(new RegExp(`Paid too ${name}: ([^.]*\\.\\d\\d\\s[A-Z]{3}(?:, [^.]*\\.\\d\\d\\s[A-Z]{3})*)`));
        assert.ok(said, head);
        assert.ok(said[1].split(/(?<=[A-Z]{3}), /).some((each) => each.endsWith(currency) && minor(each) === BigInt(sum)), `${said[1]} ${sum}`);
      }
    }
    await close(page);
  },

  async 'the name of a dealer leads to what was found while they dealt'() {
    const page = await open('month.html');
    const link = page.locator('[data-person]').first();
    const person = await link.getAttribute('data-person');
    await link.click();
    assert.equal(await page.inputValue('#search'), person);
    const [some, all] = [await shown(page), month.findings.length];
    assert.ok(some > 0 && some < all, `${person}: ${some} of ${all}`);
    await close(page);
  },

  async 'of a long chain of custody only what is not wholly vouched for is printed'() {
    const page = await open('month.html');
    assert.ok(month.inputs.length > 12, 'so many that they are folded');
    await page.emulateMedia({ media: 'print' });
    // What was opened is seen from the next frame on.
    const seen = () => page.evaluate(async () => {
      await new Promise((done) => { requestAnimationFrame(() => requestAnimationFrame(done)); });
      return [...document.querySelectorAll('#custody .custody code.hash')].filter((node) => node.checkVisibility()).map((node) => node.innerText);
    });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    const asking = month.inputs.filter((input) => input.records === 0 || input.records !== input.authenticated_records);
    const known = new Set(month.inputs.map((input) => input.sha256));
    assert.deepEqual((await seen()).filter((hash) => known.has(hash)).sort(), asking.map((input) => input.sha256).sort());
    assert.match(await page.locator('#custody').innerText(), new RegExp(`Logs: ${month.inputs.length}, with their hashes in report\\.json`));
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    await page.setViewportSize({ width: 680, height: 1000 });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 680, 'nothing is wider than the paper');
    await page.pdf({ path: join(pictures, 'month.pdf'), preferCSSPageSize: true });
    await close(page);
  },

  async 'each exception that is followed up says where it was, what was told, its money and what became of it'() {
    const page = await open('month.html');
    const rows = await page.locator('#carried table tbody tr').evaluateAll((all) => all.map((row) => row.innerText));
    assert.equal(rows.length, month.carried.length);
    for (const each of month.carried) {
      const row = rows.find((row) => row.includes(each.fingerprint.slice(0, 16)));
      for (const said of [each.code, each.severity, each.standing, each.because, each.message, each.first_reported.slice(0, 10)]) assert.ok(row?.includes(said), `${said}: ${row}`);
      if (each.venue) assert.ok(row.includes(`${each.venue} ${each.table}`), row);
      if (each.money) assert.match(row, /[+\u2212][\d,]+\.\d\d\u00a0(SGD|AUD)/);
    }
    const ages = await page.locator('#brief table.ages tbody tr').evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => Number(cell.innerText.replaceAll(',', '')) || 0)));
    const still = ages.reduce((sum, cells) => sum + cells.slice(1, 7).reduce((one, other) => one + other, 0), 0);
    assert.ok(ages.length > 0 && still >= month.carried.filter((each) => each.standing !== 'settled' && !each.answer).length, `${still} by owner`);
    const standings = new Set(month.carried.map((each) => each.standing));
    assert.ok(standings.size >= 2, [...standings].join());
    await close(page);
  },

  async 'what no clause judges in a register of promotions stands there with its money'() {
    const { promotions } = JSON.parse(readFileSync(join(pages, 'promotions.json'), 'utf8'));
    assert.ok(promotions.notes.length > 0);
    const page = await open('promotions.html');
    const rows = await page.locator('#promotions tbody tr').evaluateAll((all) => all.map((row) => row.innerText));
    assert.equal(rows.length, promotions.notes.length);
    for (const [at, note] of promotions.notes.entries()) {
      for (const said of [note.says, String(note.number), ...note.places]) assert.ok(rows[at].includes(said), `${said}: ${rows[at]}`);
    }
    assert.match(await text(page, '.glance'), /A register of promotions was judged/);
    assert.doesNotMatch(await text(page, '.glance'), /coups/);
    await close(page);
  },

  async 'a flagged coup of a shoe that goes on from another log is ringed, and leads back to its shoe'() {
    const page = await open('month.html');
    const tableOf = new Map(month.inputs.filter((input) => input.table).map((input) => [input.log, `${input.table.venue} ${input.table.table}`]));
    const numbers = (shoe) => shoe.numbers ?? [...shoe.results].map((_, at) => shoe.coups[0] + at);
    // Draws what is drawn in parts.
    await page.evaluate(() => { dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint')); });
    let straddling = 0;
    for (const [at, coup] of month.coups.entries()) {
      const own = month.shoes.findIndex((shoe) => shoe.shoe === coup.shoe && `${shoe.venue} ${shoe.table}` === tableOf.get(coup.log) && numbers(shoe).includes(coup.coup));
      if (own < 0) continue;
      straddling += month.shoes[own].log === coup.log ? 0 : 1;
      const shoe = page.locator(`li#shoe-${own + 1}.shoe`);
      assert.ok((await shoe.locator(`a.flagged[href="#coup-${at + 1}"]`).count()) > 0, `${coup.log} ${coup.shoe} ${coup.coup}`);
      assert.ok((await shoe.locator('h3').innerText()).startsWith(tableOf.get(coup.log)));
      assert.equal(await page.locator(`#coup-${at + 1} h3 a`).getAttribute('href'), `#shoe-${own + 1}`);
    }
    assert.ok(straddling >= 2, `${straddling} coups of shoes that go on`);
    const link = page.locator('#coup-1 h3 a');
    await link.click();
    await page.waitForFunction((id) => document.activeElement?.id === id, (await link.getAttribute('href')).slice(1));
    await close(page);
  },

  async 'a ruling is told in words beside its finding, and one that is out of date as such'() {
    const page = await open('month.html');
    const told = await page.locator('.exception .disposition').allInnerTexts();
    const ruled = month.findings.filter((finding) => finding.disposition);
    assert.equal(told.length, ruled.length);
    assert.deepEqual([...new Set(told)].sort(), [
      'Ruling by duty inspector, expired after 2023-06-30: put right, voucher 12. It answers nothing any more.',
      'Ruling by duty inspector, until 2023-12-31: put right, voucher 12',
    ]);
    await close(page);
  },

  async 'sums of money are in the units of their currency, or say that they are not, and stand on one line'() {
    for (const width of [1280, 390]) {
      const page = await open('month.html', { viewport: { width, height: 900 } });
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, `${width} pixels`);
      const broken = await page.evaluate(() => [...document.querySelectorAll('.figures dd, .moment')].filter((node) => {
        const range = document.createRange();
        range.selectNodeContents(node.firstChild);
        return new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1;
      }).map((node) => node.innerText));
      assert.deepEqual(broken, []);
      // Draws what is drawn in parts.
      await page.evaluate(() => { dispatchEvent(new Event('beforeprint')); dispatchEvent(new Event('afterprint')); });
      for (const [at, finding] of month.findings.entries()) {
        if (!/^(settlement|wager)\//.test(finding.code)) continue;
        const item = page.locator(`#finding-${at + 1}`);
        assert.doesNotMatch(await item.locator('.compared').innerText(), /(^|\s)\d{3,}(\s|$)/, finding.code);
        // Odds are no sum: `700 to 1`.
        assert.doesNotMatch(finding.message, /(^|\s)\d{3,}(?! to \d)(\s|$)/, finding.message);
        if (finding.decided_by?.wager) assert.match(await item.locator('.decided').innerText(), /due [\d,.\u2212]+\u00a0[A-Z]{3}, went back [\d,.]+\u00a0[A-Z]{3}/);
      }
      await page.screenshot({ path: join(pictures, `month-${width}.png`) });
      await close(page);
    }
  },

  async 'the findings of thirty days stand beside one another'() {
    const page = await open('many.html', { viewport: { width: 1280, height: 900 } });
    const plot = page.locator('figure.plot:has(table.days)');
    assert.equal(await plot.locator('thead th').count(), 32);
    const wide = await plot.locator('.scroll').evaluate((node) => [node.scrollWidth, node.clientWidth]);
    assert.ok(wide[0] <= wide[1], wide.join(' of '));
    await close(page);
  },

  async 'light and dark can both be read'() {
    for (const colorScheme of ['light', 'dark']) {
      const page = await open('good.html', { colorScheme });
      const weak = await page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const rgb = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
        const light = ([r, g, b]) => [r, g, b].map((part) => (part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
        const behind = (node) => { for (let at = node; at; at = at.parentElement) { const colour = rgb(getComputedStyle(at).backgroundColor); if (colour[3] === 255) return colour; } return [255, 255, 255]; };
        const out = new Set();
        for (const node of document.querySelectorAll('p, dt, dd, th, td, h1, h2, h3, h4, a, small, code, label, button, summary, li')) {
          if (!node.checkVisibility() || node.innerText?.trim() === '' || node.closest('svg')) continue;
          const [a, b] = [light(rgb(getComputedStyle(node).color)), light(behind(node))].sort((x, y) => y - x);
          const ratio = (a + 0.05) / (b + 0.05);
          if (ratio < 4.5) out.add(`${node.tagName} ${node.className} ${ratio.toFixed(2)} ${node.innerText.slice(0, 30)}`);
        }
        return [...out];
      });
      assert.deepEqual(weak, [], colorScheme);
      await page.screenshot({ path: join(pictures, `${colorScheme}.png`), fullPage: true });
      await close(page);
    }
  },

  async 'without scripts the findings still stand there, and nothing is claimed'() {
    const page = await open('good.html', { javaScriptEnabled: false });
    const body = await text(page, 'body');
    for (const finding of report.findings) assert.ok(body.includes(finding.message), finding.message);
    const other = await open('month.html', { javaScriptEnabled: false });
    const told = await text(other, 'body');
    for (const { path } of month.scope.unread) assert.ok(told.includes(`${path}: `), path);
    assert.ok(told.includes('ruling by duty inspector, until 2023-12-31: put right, voucher 12'));
    await other.context().close();
    assert.match(await text(page, '#check'), /^Not checked yet\./);
    assert.doesNotMatch(body, /match key/);
    await page.context().close();
  },
};

let failed = 0;
const tell = async (name, check) => {
  try {
    await check();
    console.log(`ok ${name}`);
  } catch (error) {
    failed += 1;
    console.log(`not ok ${name}\n${String(error.stack ?? error).split('\n').map((line) => `   ${line}`).join('\n')}`);
  }
};

const page = await open('good.html');
for (const [name, check] of Object.entries(checks)) await tell(name, () => check(page));
await tell('it opens from disk without a network, asks for nothing and complains of nothing', () => close(page));
for (const [name, check] of Object.entries(alone)) await tell(name, check);
await browser.close();
process.exitCode = failed === 0 ? 0 : 1;
