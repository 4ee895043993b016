// Where commands find the files: each at its path, logs and rulesets also where commands look for many of them.

import { folderOf } from './kinds.js';
import { LOGS, RULESETS } from './tasks.js';

// The files of rulesets at the paths that are their ids.
function byId(files) {
  return files.filter(({ kind, id }) => kind === 'ruleset' && id).flatMap(({ path, id }) => {
    const folder = folderOf(path);
    const before = folder ? `${folder}/` : '';
    return files.filter((file) => folderOf(file.path) === folder && (folder || ['ruleset', 'beside'].includes(file.kind)))
      .map((file) => ({ path: `${RULESETS}/${id}/${file.path.slice(before.length)}`, blob: file.blob }));
  });
}

export function laidOut(files) {
  const out = files.map(({ path, blob }) => ({ path, blob }));
  const taken = new Set(out.map(({ path }) => path));
  const logs = files.filter(({ kind, path }) => kind === 'log' && !path.startsWith(`${LOGS}/`));
  for (const more of [...logs.map(({ path, blob }) => ({ path: `${LOGS}/${path}`, blob })), ...byId(files)]) {
    if (!taken.has(more.path)) out.push(more);
    taken.add(more.path);
  }
  return out;
}
