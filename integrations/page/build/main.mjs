// Makes the page: builds the program for WebAssembly, packs it, and puts it with everything else into one HTML file.
//
//   integrations/page/build/page [--out FILE] [--modules FOLDER] [--profile NAME] [--wasm FILE]
//
// FILE is target/page/resettle.html where it is left out. FOLDER holds `node_modules`, which `integrations/page/build/page` installs. NAME is a profile of
// Cargo.toml, `page` where it is left out. With --wasm the program is not built but read from there.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { written } from '../source/dense.js';
import { asked } from './engine.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'target/page/resettle.html') },
    modules: { type: 'string', default: join(root, 'target/page') },
    profile: { type: 'string', default: 'page' },
    wasm: { type: 'string' },
  },
});
const modules = join(resolve(values.modules), 'node_modules');
const source = join(root, 'integrations/page/source');
// How much a packed engine may take, in bytes.
const MEMORY = 256 * 1024 * 1024;

function built() {
  execFileSync('cargo', ['build', '--locked', '--target', 'wasm32-wasip1', '--profile', values.profile, '-p', 'resettle', '--bin', 'resettle'], { cwd: root, stdio: 'inherit' });
  return join(root, 'target/wasm32-wasip1', values.profile, 'resettle.wasm');
}

// Zstandard packs a program a quarter smaller than gzip, which is all that browsers unpack by themselves.
function packed(bytes) {
  const much = values.profile === 'page' ? ['--ultra', '-22', '--long=27'] : ['-3'];
  return execFileSync('zstd', [...much, '-c'], { input: bytes, maxBuffer: MEMORY });
}

async function script(entry) {
  const { build } = await import(join(modules, 'esbuild/lib/main.js'));
  const { outputFiles: [{ text }] } = await build({
    entryPoints: [join(source, entry)], bundle: true, write: false, format: 'iife', target: 'es2022', minify: true, charset: 'ascii', nodePaths: [modules], legalComments: 'none',
  });
  return text.trim().replaceAll('</script', '<\\/script');
}

const sha256 = (bytes, coding) => createHash('sha256').update(bytes).digest(coding);

mkdirSync(dirname(resolve(values.out)), { recursive: true });
const engine = readFileSync(values.wasm ?? built());
const { version, rulesets, reportScripts } = await asked(engine, root);
const main = await script('main.js');
// The page's own script, and that of the reports that it shows, which are held to the policy of the page around them as well.
const scripts = [`'sha256-${sha256(main, 'base64')}'`, ...reportScripts, "'wasm-unsafe-eval'"].join(' ');
const parts = {
  policy: `default-src 'none'; script-src ${scripts}; style-src 'unsafe-inline'; worker-src blob:; frame-src blob:; base-uri 'none'; form-action 'none'`,
  style: readFileSync(join(source, 'style.css'), 'utf8'),
  version,
  'engine-sha256': sha256(engine, 'hex'),
  'built-in': JSON.stringify({ rulesets }),
  worker: await script('worker/main.js'),
  script: main,
};
// The page is in windows-1252, in which a byte is a letter, so that the engine need not be spelled in base64; all else of it is ASCII.
const ascii = readFileSync(join(source, 'index.html'), 'utf8').replace(/[^\x00-\x7f]/gu, (letter) => `&#${letter.codePointAt(0)};`);
const [before, after] = ascii.replace(/\{\{([a-z0-9-]+)\}\}/g, (whole, name) => parts[name] ?? whole).split('{{engine}}');
const beyond = /.{0,60}[^\x00-\x7f].{0,20}/su.exec(before + after);
if (beyond) throw new Error(`the page holds letters beyond ASCII: ${beyond[0]}`);
const small = packed(engine);
const page = Buffer.concat([Buffer.from(before, 'ascii'), written(small), Buffer.from(after, 'ascii')]);
writeFileSync(values.out, page);
console.log(`${values.out}: ${page.length} bytes, engine ${engine.length} bytes (${small.length} as packed)`);
console.log(`SHA-256 ${sha256(page, 'hex')}`);
