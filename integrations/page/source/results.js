// What commands printed and wrote.

import { zipSync } from 'fflate';

import { quoted } from './commands.js';
import { byId, make, size } from './dom.js';

let addresses = [];

function address(blob) {
  const made = URL.createObjectURL(blob);
  addresses.push(made);
  return made;
}

const TYPES = { html: 'text/html;charset=utf-8', json: 'application/json', csv: 'text/csv;charset=utf-8' };
const typed = ({ path, blob }) => new Blob([blob], { type: TYPES[path.split('.').pop()] ?? 'application/octet-stream' });

function outcome(steps) {
  const last = steps.at(-1);
  if (!last) return ['bad', 'Nothing was run.'];
  if (last.stopped) return ['bad', `The program stopped in the middle (${last.stopped}). Please report this with the files.`];
  const worst = Math.max(...steps.map((step) => step.code));
  if (worst > 1) return ['bad', 'The job could not be done (exit status 2): see what it says below.'];
  const isVerified = ({ args, code }) => code === 0 || args[0] !== 'report' || args[1] !== 'verify';
  if (!steps.every(isVerified)) return ['bad', 'The report is not verified (exit status 1): see what it says below.'];
  if (worst === 1) return ['', 'Done, and there is something to look at (exit status 1).'];
  return ['good', 'Done, without anything that counts (exit status 0).'];
}

async function zipped(made) {
  const entries = await Promise.all(made.map(async ({ path, blob }) => [path, new Uint8Array(await blob.arrayBuffer())]));
  return new Blob([zipSync(Object.fromEntries(entries))], { type: 'application/zip' });
}

function link(one, name, text, isAll) {
  return make('li', {}, make('a', { href: address(one), download: name, className: isAll ? 'all' : '' }, text, ' ', make('small', { textContent: size(one.size) })));
}

async function savedList(made) {
  if (made.length === 0) return [];
  const links = made.map((each) => link(typed(each), each.path.split('/').pop(), `Save ${each.path}`, false));
  if (made.length > 1) links.unshift(link(await zipped(made), 'resettle.zip', 'Save all as one zip', true));
  return [make('ul', { className: 'saved' }, ...links)];
}

function shownPage(each) {
  const page = address(typed(each));
  return make('div', {},
    make('div', { className: 'of-page' }, make('h3', { textContent: each.path }), make('a', { href: page, target: '_blank', rel: 'noopener', textContent: 'Open in a tab of its own' })),
    make('iframe', { src: page, title: each.path, sandbox: 'allow-scripts allow-popups allow-modals allow-downloads' }));
}

function printed({ args, code, out, err, stopped }, isOpen) {
  const line = ['resettle', ...args].map(quoted).join(' ');
  return make('details', { open: isOpen },
    make('summary', {}, make('code', { textContent: line }), ` (${stopped ? 'stopped' : `exit status ${code}`})`),
    out ? make('pre', { className: args[0] === 'report' && args[1] === 'verify' ? 'sentences' : '', textContent: out, tabIndex: 0 }) : null,
    err ? make('pre', { className: 'errors', textContent: err, tabIndex: 0 }) : null,
    !out && !err ? make('p', { className: 'quiet', textContent: 'It printed nothing here.' }) : null);
}

export function forget() {
  addresses.forEach((each) => URL.revokeObjectURL(each));
  addresses = [];
  byId('result').hidden = true;
  for (const id of ['saved', 'pages', 'printed']) byId(id).replaceChildren();
}

export async function drawResults({ steps, made }) {
  const [kind, words] = outcome(steps);
  byId('outcome').className = `outcome ${kind}`;
  byId('outcome').textContent = words;
  const pages = made.filter(({ path }) => path.endsWith('.html'));
  const isBad = steps.some(({ code, stopped }) => code > 1 || stopped);
  byId('saved').replaceChildren(...await savedList(made));
  byId('pages').replaceChildren(...pages.map(shownPage));
  byId('printed').replaceChildren(...steps.map((step) => printed(step, isBad || pages.length === 0)));
  byId('result').hidden = false;
  byId('result').focus({ preventScroll: true });
  byId('result').scrollIntoView({ block: 'start' });
}
