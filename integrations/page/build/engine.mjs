// What the page has to know of the engine that it holds, asked of the engine itself.

import { closeSync, cpSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WASI } from 'node:wasi';

async function run(module, folder, args) {
  const out = openSync(join(folder, '.out'), 'w');
  const wasi = new WASI({ version: 'preview1', args: ['resettle', ...args], env: {}, preopens: { '/': folder }, stdout: out, returnOnExit: true });
  const code = wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject()));
  closeSync(out);
  if (code > 1) throw new Error(`resettle ${args.join(' ')} ended with ${code}`);
  return readFileSync(join(folder, '.out'), 'utf8');
}

// Its version, the ids of its rulesets, and the hashes of the scripts that a report's page runs, as a policy names them.
export async function asked(engine, root) {
  const module = await WebAssembly.compile(engine);
  const folder = mkdtempSync(join(tmpdir(), 'resettle-'));
  try {
    const long = await run(module, folder, ['--version']);
    const [name, commit] = long.split('\n');
    cpSync(join(root, 'audit-logs/star-7-up-2016/log.jsonl'), join(folder, 'log.jsonl'));
    const report = await run(module, folder, ['replay', 'log.jsonl', '--format', 'json']);
    cpSync(join(folder, '.out'), join(folder, 'report.json'));
    await run(module, folder, ['report', 'render', 'report.json', '--html', '--out', 'pages']);
    const page = readFileSync(join(folder, 'pages/report.html'), 'utf8');
    return {
      version: report && `${name}, ${commit}`,
      rulesets: [...long.matchAll(/^  ([a-z0-9/-]+)$/gm)].map(([, id]) => id),
      reportScripts: page.match(/script-src ([^;]+)/)[1].split(' ').filter((each) => each.startsWith("'sha256-")),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
