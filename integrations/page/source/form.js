// The choice of what to do, its fields, and the commands that come of them.

import { lines } from './commands.js';
import { byId, make } from './dom.js';
import { TASKS, likely, rulesets, unused } from './tasks.js';

const builtIn = JSON.parse(byId('built-in').textContent);

function choice(task, files, isChosen, changed) {
  const lacks = task.needs(files);
  return make('label', { className: 'task' },
    make('input', { type: 'radio', name: 'task', value: task.id, disabled: lacks !== '', checked: isChosen && lacks === '', onchange: changed }),
    make('strong', { textContent: task.title }),
    make('small', { textContent: lacks ? `${task.says} It ${lacks}.` : task.says }));
}

function field({ name, label, hint, list, example, isNeeded }, value, changed) {
  const input = make('input', { id: `field-${name}`, name, value, required: isNeeded === true, placeholder: example ? `for example ${example}` : '', oninput: changed, spellcheck: false });
  if (list) input.setAttribute('list', list);
  return make('div', {}, make('label', { htmlFor: `field-${name}` }, label, hint ? make('small', { textContent: `, ${hint}` }) : null), input);
}

export class Form {
  constructor(files) {
    this.files = files;
    this.values = {};
    this.task = null;
    this.isChosen = false;
  }

  // Draws everything anew after the files have changed.
  draw() {
    const fitting = TASKS.find(({ id }) => id === likely(this.files));
    if (!this.isChosen || this.task === null || this.task.needs(this.files) !== '') {
      this.task = fitting.needs(this.files) === '' || this.files.all.length === 0 ? fitting : TASKS.at(-1);
    }
    const groups = [...new Set(TASKS.map(({ group }) => group))];
    const chosen = (event) => {
      this.task = TASKS.find(({ id }) => id === event.target.value);
      this.isChosen = true;
      this.drawFields();
    };
    byId('tasks').replaceChildren(byId('tasks').querySelector('legend'), ...groups.map((group) => make('div', { role: 'group', ariaLabel: group },
      make('h3', { textContent: group }),
      ...TASKS.filter((task) => task.group === group).map((task) => choice(task, this.files, task === this.task, chosen)))));
    const options = (list) => list.map((value) => make('option', { value }));
    byId('rulesets').replaceChildren(...options([...rulesets(this.files), ...builtIn.rulesets]));
    byId('logs').replaceChildren(...options(this.files.of('log')));
    this.drawFields();
  }

  drawFields() {
    this.fill();
    byId('fields').replaceChildren(...this.task.fields.map((each) => field(each, this.values[each.name] ?? '', (event) => {
      this.values[each.name] = event.target.value;
      this.drawCommand();
    })));
    this.drawCommand();
  }

  // What the files already say.
  fill() {
    const dropped = rulesets(this.files);
    if (dropped.length === 2) {
      this.values.old ||= dropped[0];
      this.values.new ||= dropped[1];
    }
    const logs = this.files.of('log');
    if (!logs.includes(this.values.log)) this.values.log = logs[0] ?? '';
  }

  drawCommand() {
    const isReady = this.task.needs(this.files) === '' && this.task.fields.every(({ name, isNeeded }) => !isNeeded || this.values[name]?.trim());
    const steps = isReady ? this.task.steps(this.files, this.values) : [];
    byId('command').value = lines(steps);
    byId('command').rows = Math.max(2, steps.length + 1);
    const left = isReady && this.files.all.length > 0 && this.task.id !== 'other' ? unused(this.files, steps) : [];
    byId('unused').textContent = left.length > 0 ? `Not used by this: ${left.join(', ')}` : '';
    byId('run').disabled = false;
    byId('wrong').textContent = '';
  }
}
