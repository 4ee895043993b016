// The folder in memory in which commands run.

import { Directory, PreopenDirectory } from '@bjorn3/browser_wasi_shim';

import { DroppedFile } from './dropped.js';

// The root, with what was dropped at its paths and an empty folder for what commands keep for a while.
export function folderOf(files, onRead) {
  const root = new PreopenDirectory('/', new Map());
  root.dir.contents.set('tmp', new Directory(new Map()));
  for (const { path, blob } of files) {
    const parts = path.split('/');
    const name = parts.pop();
    inner(root.dir, parts).contents.set(name, new DroppedFile(blob, onRead));
  }
  return root;
}

function inner(folder, parts) {
  let at = folder;
  for (const part of parts) {
    if (!at.contents.has(part)) {
      const made = new Directory(new Map());
      made.parent = at;
      at.contents.set(part, made);
    }
    at = at.contents.get(part);
  }
  return at;
}

// What commands made: paths with their bytes.
export function made(root) {
  const out = [];
  const walk = (folder, before) => {
    for (const [name, entry] of folder.contents) {
      const path = before + name;
      if (path === 'tmp' || entry instanceof DroppedFile) continue;
      if (entry instanceof Directory) walk(entry, `${path}/`);
      else out.push({ path, bytes: entry.data });
    }
  };
  walk(root.dir, '');
  return out;
}
