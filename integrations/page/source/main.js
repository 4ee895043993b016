// The page: files in, a task chosen, commands run in a worker, results shown.

import { steps as read } from './commands.js';
import { byId, size } from './dom.js';
import { engine, start } from './engine.js';
import { Files, chosenFiles, droppedFiles } from './files.js';
import { Form } from './form.js';
import { drawList } from './list.js';
import { drawResults, forget } from './results.js';

const files = new Files();
const form = new Form(files);
let job = null;

function changed() {
  drawList(files, changed);
  form.draw();
}

// How many drops are being looked at.
let looking = 0;

async function add(list) {
  looking += 1;
  state();
  byId('files-said').textContent = 'Looking at the files…';
  await files.add(list);
  looking -= 1;
  state();
  changed();
}

// What the page is doing, for whoever drives it.
function state() {
  document.documentElement.dataset.state = job !== null ? 'working' : looking > 0 ? 'looking' : 'ready';
}

function takeDrops() {
  const drop = byId('drop');
  const over = (is) => drop.classList.toggle('over', is);
  // A file that misses the box must not replace the page.
  for (const name of ['dragover', 'drop']) window.addEventListener(name, (event) => event.preventDefault());
  window.addEventListener('dragenter', () => over(true));
  window.addEventListener('dragleave', (event) => { if (event.relatedTarget === null) over(false); });
  window.addEventListener('drop', async (event) => {
    over(false);
    await add(await droppedFiles(event.dataTransfer));
  });
  for (const [button, input] of [['choose', 'picked'], ['choose-folder', 'picked-folder']]) {
    byId(button).onclick = () => byId(input).click();
    byId(input).onchange = async (event) => {
      await add(chosenFiles(event.target.files));
      event.target.value = '';
    };
  }
  byId('clear').onclick = () => { files.clear(); changed(); };
}

// How far it has come: bytes of logs, which some commands read more than once.
function progress(steps) {
  const total = files.usable.filter(({ kind }) => kind === 'log').reduce((sum, { blob }) => sum + blob.size, 0);
  let at = 0;
  return (news) => {
    at = news.at ?? at;
    const step = steps.length > 1 ? `Command ${at + 1} of ${steps.length}: ` : '';
    const bar = byId('progress');
    if (news.read && total > 0) {
      const again = news.read > total ? ', some of it a second time' : '';
      bar.value = Math.min(1, news.read / total);
      byId('working-said').textContent = `${step}${size(news.read)} read of ${size(total)}${again}`;
    } else {
      bar.removeAttribute('value');
      byId('working-said').textContent = `${step}${steps[at].args.slice(0, 2).join(' ')}…`;
    }
  };
}

function atWork(is) {
  byId('working').hidden = !is;
  byId('run').disabled = is;
  state();
}

async function run() {
  let asked;
  try {
    asked = read(byId('command').value);
  } catch (error) {
    byId('wrong').textContent = `This cannot be run: ${error.message}.`;
    return;
  }
  byId('wrong').textContent = '';
  forget();
  const say = progress(asked);
  say({ at: 0 });
  try {
    job = start(files.usable, asked, say);
    atWork(true);
    const done = await job.done;
    if (done) await drawResults(done);
    else byId('wrong').textContent = 'Cancelled: nothing was kept.';
  } catch (error) {
    byId('wrong').textContent = `The engine could not be started: ${error.message}`;
  } finally {
    job = null;
    atWork(false);
  }
}

byId('form').onsubmit = (event) => {
  event.preventDefault();
  if (job === null) run();
};
byId('cancel').onclick = () => job?.cancel();
takeDrops();
changed();
// Compiled while files are looked for; a fault is shown when something is run.
engine().catch(() => {});
state();
