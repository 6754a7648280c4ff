import { access, mkdtempDisposable } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, LONG_ROWS } from './bench.ts';
import { mappingFigures } from './figures/figures-mapping.ts';
import { runFigures } from './figures/figures-run.ts';
import { sandboxFigures } from './figures/figures-sandbox.ts';
import { startFigures } from './figures/figures-start.ts';
import { syncFigures } from './figures/figures-sync.ts';
import { validateFigures } from './figures/figures-validate.ts';
import { plainScripts } from './plain.ts';
import { type Line, markdown } from './table.ts';

/** Compares chatferry with other programs for the same work, and prints one table. Writes nothing into the repository. */

const START_ROUNDS = 15;
const USAGE = `usage: node bench/run.ts [--rows 100000] [--only validate|mapping|run|sandbox|sync|start] [--runs N] [--bad 10000] [--cli FILE]
`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '100000' },
    only: { type: 'string' },
    runs: { type: 'string' },
    bad: { type: 'string', default: '10000' },
    cli: { type: 'string', default: fileURLToPath(new URL('../dist/cli.js', import.meta.url)) },
  },
});
const rows = Number(values.rows);
const rounds = values.runs === undefined ? (rows < LONG_ROWS ? 3 : 5) : Number(values.runs);
const bad = Number(values.bad);
if (![rows, rounds, bad].every((number) => Number.isSafeInteger(number) && number > 0) || rows % 2_000 !== 0)
  throw new RangeError(`whole numbers are needed, and of rows a multiple of 2,000\n${USAGE}`);
const cli = resolve(values.cli);
await access(cli).catch(() => {
  throw new Error(`${cli} is not there: npm run prepare builds it`);
});

await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-bench-'));
const scripts = await plainScripts(folder.path);
const bench: Bench = { cli, scripts, folder: folder.path, rows, rounds, bad };
const figures: Readonly<Record<string, () => AsyncIterable<readonly Line[]>>> = {
  validate: () => validateFigures(bench),
  mapping: () => mappingFigures(bench),
  run: () => runFigures(bench),
  sandbox: () => sandboxFigures(bench),
  sync: () => syncFigures(bench),
  start: () => startFigures(bench, values.runs === undefined ? START_ROUNDS : rounds),
};
const { only } = values;
if (only !== undefined && !Object.hasOwn(figures, only)) throw new RangeError(USAGE);

const lines: Line[] = [];
try {
  for (const [name, measure] of Object.entries(figures))
    if (only === undefined || only === name) for await (const more of measure()) lines.push(...more);
} finally {
  // After an error, the figures measured before it are shown too.
  process.stdout.write(
    `${rows.toLocaleString('en-US')} messages, Node.js ${process.versions.node}, ${availableParallelism()} cores, median of ${rounds}\n\n${markdown(lines)}`,
  );
}
