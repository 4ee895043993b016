// Does jobs in the page that replays logs, as a person would, and keeps what it shows and saves.
// Arguments: the folder of playwright-core, that of the page's own modules, the page, a file of jobs, a folder for what comes of them.
//
// A job: { name, files: [path], folder, task, fields, changed, seconds }, where `changed` stands in place of the commands that are proposed. What comes of it: NAME.json with the commands, what each printed, and
// how long it took; and the folder NAME with what can be saved.

import { createRequire } from 'node:module';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import assert from 'node:assert/strict';

const [tools, modules, file, jobs, out] = process.argv.slice(2);
const { chromium } = createRequire(join(tools, 'x.js'))('playwright-core');
const { unzipSync } = createRequire(join(modules, 'x.js'))('fflate');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, acceptDownloads: true });
await context.setOffline(true);
const page = await context.newPage();
const [asked, said] = [[], []];
page.on('request', (request) => asked.push(request.url()));
page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
page.on('pageerror', (error) => said.push(`thrown: ${error.message}`));
const address = pathToFileURL(file).href;
await page.goto(address);

const ready = (seconds) => page.waitForFunction(() => document.documentElement.dataset.state === 'ready', null, { timeout: seconds * 1000 });

async function give({ files, folder }) {
  if (await page.isVisible('#clear')) await page.click('#clear');
  if (files?.length) await page.setInputFiles('#picked', files);
  await ready(30);
  if (folder) await page.setInputFiles('#picked-folder', folder);
  await ready(30);
  const none = await page.locator('#rows tr.unknown').allInnerTexts();
  return { unrecognised: none, status: (await page.textContent('#files-said')).trim() };
}

async function saved(name) {
  const links = page.locator('.saved a');
  if (await links.count() === 0) return;
  const coming = page.waitForEvent('download');
  await links.first().click();
  const download = await coming;
  const bytes = readFileSync(await download.path());
  const isZip = download.suggestedFilename() === 'resettle.zip';
  const entries = isZip ? Object.entries(unzipSync(bytes)) : [[download.suggestedFilename(), bytes]];
  for (const [path, content] of entries) {
    const to = join(out, name, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, content);
  }
}

const printed = () => page.$$eval('#printed details', (all) => all.map((each) => ({
  command: each.querySelector('code').textContent,
  status: each.querySelector('summary').textContent.match(/\(([^()]*)\)$/)[1],
  out: each.querySelector('pre:not(.errors)')?.textContent ?? '',
  err: each.querySelector('pre.errors')?.textContent ?? '',
})));

async function done(job) {
  const { name, task, fields = {}, changed, seconds = 60 } = job;
  const given = await give(job);
  await page.check(`input[name=task][value=${task}]`);
  for (const [field, value] of Object.entries(fields)) await page.fill(`#field-${field}`, value);
  if (changed) await page.fill('#command', changed);
  const commands = await page.inputValue('#command');
  const begin = performance.now();
  await page.click('#run');
  await ready(seconds);
  const took = Math.round(performance.now() - begin);
  const wrong = await page.textContent('#wrong');
  const steps = await printed();
  mkdirSync(join(out, name), { recursive: true });
  await saved(name);
  const unused = await page.textContent('#unused');
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ ...given, commands, took, wrong, steps, unused }));
}

for (const job of JSON.parse(readFileSync(jobs, 'utf8'))) {
  try {
    await done(job);
  } catch (error) {
    throw new Error(`${job.name}: ${error.message}`);
  }
}
assert.deepEqual(said, [], 'nothing is said on the console');
const elsewhere = asked.filter((url) => url !== address && !url.startsWith('blob:'));
assert.deepEqual(elsewhere, [], 'nothing is asked for');
await browser.close();
