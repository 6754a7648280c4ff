import { access, mkdtempDisposable } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Bench } from './bench.ts';
import { archiveFigures } from './figures/figures-archive.ts';
import { exportFigures } from './figures/figures-exports.ts';
import { mappingFigures } from './figures/figures-mapping.ts';
import { memoryFigures } from './figures/figures-memory.ts';
import { reactionFigures } from './figures/figures-reactions.ts';
import { refusalFigures } from './figures/figures-refusals.ts';
import { resumeFigures } from './figures/figures-resume.ts';
import { runFigures } from './figures/figures-run.ts';
import { sandboxFigures } from './figures/figures-sandbox.ts';
import { startFigures } from './figures/figures-start.ts';
import { syncFigures } from './figures/figures-sync.ts';
import { treeFigures } from './figures/figures-trees.ts';
import { validateFigures } from './figures/figures-validate.ts';
import { versionFigures } from './figures/figures-versions.ts';
import { plainScripts } from './plain.ts';
import { highestMemory, type Line, markdown } from './table.ts';

/** Compares chatferry with other programs for the same work, and prints one table. Writes nothing into the repository. */

/** Messages, so that all figures together take about five minutes on two quiet cores. */
const CHECKED_ROWS = 1_000_000;
const SENT_ROWS = 200_000;
const ROUNDS = 3;
const START_ROUNDS = 15;

const { values } = parseArgs({
  options: {
    rows: { type: 'string' },
    only: { type: 'string' },
    runs: { type: 'string' },
    bad: { type: 'string', default: '10000' },
    against: { type: 'string' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
const given = (text: string | undefined, fallback: number): number =>
  text === undefined ? fallback : Number(text);
const rows = { checked: given(values.rows, CHECKED_ROWS), sent: given(values.rows, SENT_ROWS) };
const rounds = given(values.runs, ROUNDS);
const bad = Number(values.bad);

/** What is measured, by the name for `--only`; `more` only by that name. */
const figures = {
  start: () => startFigures(bench, given(values.runs, START_ROUNDS)),
  validate: () => validateFigures(bench),
  run: () => runFigures(bench),
  resume: () => resumeFigures(bench),
  sync: () => syncFigures(bench),
} as const satisfies Figures;
const more = {
  archive: () => archiveFigures(bench),
  exports: () => exportFigures(bench),
  mapping: () => mappingFigures(bench),
  memory: () => memoryFigures(bench),
  reactions: () => reactionFigures(bench),
  refusals: () => refusalFigures(bench),
  sandbox: () => sandboxFigures(bench),
  trees: () => treeFigures(bench),
  versions: () => versionFigures(bench),
} as const satisfies Figures;
type Figures = Readonly<Record<string, () => AsyncIterable<readonly Line[]>>>;

const all: Figures = { ...figures, ...more };
const { only } = values;
const usage = `usage: node bench/run.ts [--rows N] [--only ${Object.keys(all).join('|')}] [--runs N] [--bad N] [--cli FILE] [--against FILE]`;
const numbers = [rows.checked, rounds, bad];
if (!numbers.every((number) => Number.isSafeInteger(number) && number > 0) || rows.checked % 2_000 !== 0)
  throw new RangeError(`whole numbers are needed, and of rows a multiple of 2,000\n${usage}`);
if (only !== undefined && !Object.hasOwn(all, only)) throw new RangeError(usage);
const cli = resolve(values.cli);
await access(cli).catch(() => {
  throw new Error(`${cli} is not there: npm run prepare builds it`);
});

const startedAt = performance.now();
await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-bench-'));
const scripts = await plainScripts(folder.path);
const against = values.against === undefined ? {} : { against: resolve(values.against) };
const bench: Bench = { cli, ...against, scripts, folder: folder.path, rows, rounds, bad };
const chosen =
  only === undefined ? Object.values(figures) : [all[only] as () => AsyncIterable<readonly Line[]>];
const lines: Line[] = [];
try {
  for (const measure of chosen) for await (const some of measure()) lines.push(...some);
} finally {
  // After an error, the figures measured before it are shown too.
  const table = markdown([...lines, ...highestMemory(lines)]);
  process.stdout.write(`${heading()}\n\n${table}`);
}

function heading(): string {
  const [checked, sent] = [rows.checked, rows.sent].map((number) => number.toLocaleString('en-US'));
  const messages = checked === sent ? `${sent} messages` : `${checked} messages, ${sent} where they are sent`;
  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  return `${messages}, medians of ${rounds}, Node.js ${process.versions.node}, ${availableParallelism()} cores, ${minutes} minutes`;
}
