// The list of files: what each is taken for, to be changed or removed.

import { byId, counted, make, size } from './dom.js';
import { KINDS } from './kinds.js';

function row(file, files, changed) {
  const { path, blob, kind, packed, refused } = file;
  const remove = make('button', {
    type: 'button', className: 'plain-button', textContent: 'Remove', ariaLabel: `Remove ${path}`,
    onclick: () => { files.remove(path); changed(); },
  });
  const taken = refused
    ? make('span', { className: 'warning', textContent: `Not taken: ${refused}` })
    : make('select', { ariaLabel: `What ${path} is taken for`, onchange: (event) => { files.take(path, event.target.value); changed(); } },
      ...Object.entries(KINDS).map(([value, label]) => make('option', { value, textContent: label, selected: value === kind })));
  return make('tr', { className: refused ? 'refused' : kind === 'other' ? 'unknown' : '' },
    make('td', { className: 'path', textContent: packed ? `${path} (${packed})` : path }),
    make('td', { className: 'amount', textContent: size(blob.size) }),
    make('td', {}, taken),
    make('td', {}, remove));
}

// What is said of all of them.
function said(files) {
  if (files.all.length === 0) return '';
  const unknown = files.all.filter((file) => file.kind === 'other' && !file.refused).length;
  const logs = files.of('log').length;
  const parts = [counted(files.all.length, 'file'), counted(logs, 'log')];
  if (logs > 0 && files.of('trust').length === 0) parts.push('no trust store: no seal can be trusted without one');
  if (unknown > 0) parts.push(`${counted(unknown, 'file was', 'files were')} not recognised: say what ${unknown === 1 ? 'it is' : 'they are'}`);
  return `${parts.join(' · ')}.`;
}

export function drawList(files, changed) {
  byId('rows').replaceChildren(...files.all.map((file) => row(file, files, changed)));
  byId('list').hidden = files.all.length === 0;
  byId('files-said').textContent = said(files);
}
