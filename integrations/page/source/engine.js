// The engine in this page: unpacked once, and run in a worker for each job.

import { decompress } from 'fzstd';

import { read } from './dense.js';
import { laidOut } from './layout.js';

let compiled;

// The engine, compiled.
export function engine() {
  compiled ??= (async () => WebAssembly.compile(decompress(read(document.getElementById('engine').textContent))))();
  return compiled;
}

// Runs steps over files. `said` is called with how far it has come; the job has `cancel()` and `done`, a promise of
// { steps, made }, or of nothing where it was cancelled.
export function start(files, steps, said) {
  const source = document.getElementById('worker').textContent;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address);
  let finish;
  const done = new Promise((resolve, reject) => {
    finish = resolve;
    const results = [];
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.step) results.push(data.step);
      else if (data.made) resolve({ steps: results, made: data.made });
      else said(data);
    };
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';
    engine().then((module) => worker.postMessage({ module, files: laidOut(files), steps, zone }), reject);
  }).finally(() => {
    worker.terminate();
    URL.revokeObjectURL(address);
  });
  return { done, cancel: () => finish(null) };
}
