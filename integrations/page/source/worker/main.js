// Runs commands one after the other, each as a program of its own over the same folder in memory.
//
// Receives { module, files: [{ path, blob }], steps: [{ args, out }], zone }. Sends { read } while logs are read, { at } when a
// step begins, { step } when it is done, and { made } at the end.

import { File, OpenFile, WASI } from '@bjorn3/browser_wasi_shim';

import { folderOf, made } from './folder.js';
import { growByDoubling } from './growing.js';

// How many bytes are read between two messages.
const OFTEN = 512 * 1024;

growByDoubling();

const text = (file) => new TextDecoder().decode(file.data);

async function run(module, step, root, zone) {
  const [input, out, err] = [0, 1, 2].map(() => new File(new ArrayBuffer(0)));
  const open = [input, out, err].map((file) => new OpenFile(file));
  const wasi = new WASI(['resettle', ...step.args], [`TZ=${zone}`], [...open, root], { debug: false });
  const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
  const done = { args: step.args, code: 2, out: '', err: '', stopped: '' };
  try {
    done.code = wasi.start(instance);
  } catch (error) {
    done.stopped = String(error);
  }
  done.err = text(err);
  if (step.out) root.dir.contents.set(step.out, out);
  else done.out = text(out);
  return done;
}

self.onmessage = async ({ data: { module, files, steps, zone } }) => {
  let read = 0;
  let said = 0;
  const onRead = (bytes) => {
    read += bytes;
    if (read - said < OFTEN) return;
    said = read;
    self.postMessage({ read });
  };
  const root = folderOf(files, onRead);
  for (const [at, step] of steps.entries()) {
    read = 0;
    said = 0;
    self.postMessage({ at });
    const done = await run(module, step, root, zone);
    self.postMessage({ step: done });
    if (done.code > 1 || done.stopped) break;
  }
  self.postMessage({ made: made(root).map(({ path, bytes }) => ({ path, blob: new Blob([bytes]) })) });
};
