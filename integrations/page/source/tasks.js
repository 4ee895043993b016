// What can be done with the files that were dropped, each as the commands that do it.

import { folderOf } from './kinds.js';

// The folder, inside the one in which commands run, that holds every log once more: `batch` reads a folder.
export const LOGS = 'logs';

// The folder that holds every dropped ruleset once more, at the path that is its id.
export const RULESETS = 'rulesets';

const all = (option, paths) => paths.flatMap((path) => [option, path]);
const one = (option, paths) => paths.slice(0, 1).flatMap((path) => [option, path]);
const filled = (option, value) => (value?.trim() ? [option, value.trim()] : []);
const unique = (list) => [...new Set(list)];

// The folders of the rulesets that were dropped, as commands name them.
export const rulesets = (files) => files.of('ruleset').map((path) => folderOf(path) || '.');

// The folder of all that were dropped; of one whose keys give no id its own, of which the command says what it lacks.
function droppedRulesets(files) {
  const isNamed = files.usable.some(({ kind, id }) => kind === 'ruleset' && id);
  return isNamed ? [RULESETS] : unique(rulesets(files));
}

// The packs that were dropped.
const packs = (files) => all('--add-rulesets', files.of('pack'));

const judging = (files) => [
  ...all('--trust', files.of('trust')),
  ...all('--add-rulesets', droppedRulesets(files)),
  ...packs(files),
  ...one('--facts', files.of('facts')),
  ...one('--settings', files.of('settings')),
];
const replaying = (files) => [...judging(files), ...one('--staffing', files.of('staffing')), ...one('--approvers', files.of('approvers'))];

// A report and what people read of it: its bytes are what `--format json` prints.
const reported = (args) => [
  { args: [...args, '--format', 'json'], out: 'report.json' },
  { args: ['report', 'show', 'report.json'], out: '' },
  { args: ['report', 'render', 'report.json', '--out', 'report'], out: '' },
];

const needLog = (files) => (files.of('log').length > 0 ? '' : 'needs a log');
const signedFolders = (files) => files.of('manifest').map((path) => folderOf(path) || '.');
const registers = (files) => unique(files.of('register').filter((path) => path.endsWith('register.csv')).map((path) => folderOf(path) || '.'));

const TIME = { name: 'at', label: 'Time of the report', hint: 'left out, the clock’s', example: '2026-11-21T09:00:00+08:00' };
const ruleset = (name, label) => ({ name, label, list: 'rulesets', example: 'sg/mbs/baccarat/2017-02-17', isNeeded: true });

export const TASKS = [
  {
    id: 'replay',
    group: 'Logs',
    title: 'Replay logs',
    says: 'Authenticates, re-deals and re-settles every coup: findings, roads, money, coverage.',
    needs: needLog,
    fields: [TIME, { name: 'ruleset', label: 'Judge by this ruleset alone', hint: 'left out, what was in force', list: 'rulesets' }],
    steps: (files, { at, ruleset: by }) =>
      reported(['replay', ...files.of('log'), ...replaying(files), ...filled('--ruleset', by), ...filled('--at', at)]),
  },
  {
    id: 'batch',
    group: 'Logs',
    title: 'Monthly run',
    says: 'Every log with roster, dispositions, digests, counts of drop boxes and the report before.',
    needs: needLog,
    fields: [
      { name: 'from', label: 'From day', example: '2026-06-01' },
      { name: 'to', label: 'To day', example: '2026-06-30' },
      TIME,
    ],
    steps: (files, { from, to, at }) =>
      reported([
        'batch', LOGS, ...replaying(files),
        ...one('--roster', files.of('roster')),
        ...one('--dispositions', files.of('dispositions')),
        ...one('--drop', files.of('drop')),
        ...one('--digests', unique(files.of('digest').map((path) => folderOf(path) || '.'))),
        ...(files.of('digest').length > 0 ? one('--witnesses', files.of('witnesses')) : []),
        ...one('--previous', files.of('report')),
        ...filled('--from', from), ...filled('--to', to), ...filled('--at', at),
      ]),
  },
  {
    id: 'verify',
    group: 'Logs',
    title: 'Verify logs only',
    says: 'Records, chain, seals and keys; no coup is judged.',
    needs: needLog,
    fields: [],
    steps: (files) => [{ args: ['verify', ...files.of('log'), ...all('--trust', files.of('trust'))], out: '' }],
  },
  {
    id: 'explain-coup',
    group: 'Logs',
    title: 'Explain one coup',
    says: 'Step by step: ruleset, cards, draws, irregularities, each wager with its arithmetic.',
    needs: needLog,
    fields: [
      { name: 'log', label: 'Log', list: 'logs', isNeeded: true },
      { name: 'shoe', label: 'Shoe', example: 'S-0001', isNeeded: true },
      { name: 'coup', label: 'Coup', example: '9', isNeeded: true },
    ],
    steps: (files, { log, shoe, coup }) => [{ args: ['explain-coup', log, shoe, coup, ...judging(files)], out: '' }],
  },
  {
    id: 'explain',
    group: 'Logs',
    title: 'Explain a finding',
    says: 'What a code means, by which clause, and what to do.',
    needs: () => '',
    fields: [{ name: 'code', label: 'Code', example: 'settlement/underpaid', isNeeded: true }],
    steps: (files, { code }) => [{ args: ['explain', code], out: '' }],
  },
  {
    id: 'report-verify',
    group: 'Reports',
    title: 'Check a signed report',
    says: 'Its signatures, who may sign, and whether every file is what was signed.',
    needs: (files) => (signedFolders(files).length > 0 ? '' : 'needs the folder of a signed report'),
    fields: [{ name: 'identity', label: 'As whom the signer must be known', hint: 'left out, anybody listed' }],
    steps: (files, { identity }) =>
      signedFolders(files).map((folder) => ({
        args: ['report', 'verify', folder, ...one('--signers', files.of('signers')), ...one('--trust', files.of('trust')), ...filled('--identity', identity)],
        out: '',
      })),
  },
  {
    id: 'report-show',
    group: 'Reports',
    title: 'Read a report',
    says: 'A report.json as page, tables and workbook.',
    needs: (files) => (files.of('report').length > 0 ? '' : 'needs a report.json'),
    fields: [],
    steps: (files) => {
      const [path] = files.of('report');
      return [
        { args: ['report', 'show', path], out: '' },
        { args: ['report', 'render', path, '--out', 'pages'], out: '' },
      ];
    },
  },
  {
    id: 'diff',
    group: 'Rulesets',
    title: 'Compare two versions',
    says: 'What changed, what it means, what it costs, with a coup for each change.',
    needs: () => '',
    fields: [ruleset('old', 'Old'), ruleset('new', 'New')],
    steps: (files, { old, new: young }) => [
      { args: ['diff', old, young, ...packs(files)], out: '' },
      { args: ['diff', old, young, '--format', 'html', '--out', 'diff.html', ...packs(files)], out: '' },
    ],
  },
  {
    id: 'equivalent',
    group: 'Rulesets',
    title: 'Prove that two are equivalent',
    says: 'That both settle, void and demand the same, over everything that can happen.',
    needs: () => '',
    fields: [ruleset('old', 'Old'), ruleset('new', 'New')],
    steps: (files, { old, new: young }) => [{ args: ['ruleset', 'equivalent', old, young, ...packs(files)], out: '' }],
  },
  {
    id: 'odds',
    group: 'Rulesets',
    title: 'Odds',
    says: 'Exact probabilities, return and house edge of every wager.',
    needs: () => '',
    fields: [ruleset('old', 'Ruleset'), { name: 'decks', label: 'Decks', hint: 'left out, every number allowed', example: '8' }],
    steps: (files, { old, decks }) => [{ args: ['odds', old, ...filled('--decks', decks), ...packs(files)], out: '' }],
  },
  {
    id: 'check',
    group: 'Rulesets',
    title: 'Check rulesets',
    says: 'Format, citations, dates and notes of the rulesets that were dropped.',
    needs: (files) => (rulesets(files).length > 0 ? '' : 'needs a ruleset’s folder'),
    fields: [],
    steps: (files) => [{ args: ['ruleset', 'check', ...droppedRulesets(files), ...one('--approvers', files.of('approvers'))], out: '' }],
  },
  {
    id: 'list',
    group: 'Rulesets',
    title: 'List rulesets',
    says: 'Every ruleset, from which pack or folder it comes, and who approved it.',
    needs: () => '',
    fields: [],
    steps: (files) => [{ args: ['ruleset', 'list', ...all('--add-rulesets', droppedRulesets(files)), ...packs(files), ...one('--approvers', files.of('approvers'))], out: '' }],
  },
  {
    id: 'witness-check',
    group: 'Reports',
    title: 'Check notes of witnesses',
    says: 'Who saw a venue’s digests, and before when each existed.',
    needs: (files) => (files.of('note').length > 0 && files.of('witnesses').length > 0 ? '' : 'needs a note and the witnesses that count'),
    fields: [],
    steps: (files) => [{
      args: ['witness', 'check', ...files.of('note'), ...one('--witnesses', files.of('witnesses')), ...one('--digests', unique(files.of('digest').map((path) => folderOf(path) || '.')))],
      out: '',
    }],
  },
  {
    id: 'promotions',
    group: 'Reports',
    title: 'Judge a register of prizes',
    says: 'Terms, draws, payments, denials and incidents of promotions.',
    needs: (files) => (registers(files).length > 0 ? '' : 'needs the folder of a register'),
    fields: [TIME],
    steps: (files, { at }) =>
      reported(['promotions', registers(files)[0], ...one('--facts', files.of('facts')), ...filled('--at', at)]),
  },
  {
    id: 'other',
    group: 'Anything else',
    title: 'Any command',
    says: 'Type what the program should do with the files.',
    needs: () => '',
    fields: [],
    steps: () => [{ args: ['--help'], out: '' }],
  },
];

// The task that fits the files best.
export function likely(files) {
  if (files.of('log').length > 0) return files.of('roster', 'dispositions', 'drop', 'digest').length > 0 ? 'batch' : 'replay';
  if (signedFolders(files).length > 0) return 'report-verify';
  if (files.of('report').length > 0) return 'report-show';
  if (registers(files).length > 0) return 'promotions';
  if (rulesets(files).length > 0) return rulesets(files).length > 1 ? 'diff' : 'check';
  if (files.of('pack').length > 0) return 'list';
  if (files.of('note').length > 0) return 'witness-check';
  return 'replay';
}

// What a task leaves aside, so that nothing is left out silently: paths that none of its commands names.
export function unused(files, steps) {
  const words = steps.flatMap(({ args }) => args);
  const isNamed = (path) => words.some((word) => word === path || word === '.' || path.startsWith(`${word}/`));
  const isInLogs = ({ kind }) => kind === 'log' && words.includes(LOGS);
  const isInRulesets = ({ kind }) => (kind === 'ruleset' || kind === 'beside') && words.includes(RULESETS);
  // The list of a note lies beside it.
  const isBeside = ({ kind, path }) => kind === 'leaves' && words.includes(path.replace(/\.leaves$/, ''));
  const isUsed = (file) => isBeside(file) || isNamed(file.path) || isInLogs(file) || isInRulesets(file);
  return files.usable.filter((file) => !isUsed(file)).map((file) => file.path);
}
