import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Report } from '../../src/report/result/report.ts';
import { runCli } from '../support/cli-process.ts';
import { compare, type Judged } from './compare.ts';
import type { Format } from './kind.ts';
import { plant } from './plant.ts';

/** What a validation of an export with planted faults came to. */
export type FaultsRun = {
  readonly kinds: readonly string[];
  readonly judged: readonly Judged[];
  /** Rows read, planted ones included. */
  readonly rows: number;
  readonly seconds: number;
};

/** Writes an export with faults at seeded places, validates it as a user would and compares. */
export async function runFaults(options: {
  readonly format: Format;
  readonly rows: number;
  readonly seed: number;
}): Promise<FaultsRun> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-faults-'));
  const planted = await plant({ ...options, out: folder.path });
  const started = performance.now();
  const { exitCode, stdout, stderr } = await runCli('validate', planted.pipeline, '--json');
  const seconds = (performance.now() - started) / 1000;
  if (exitCode !== 4) throw new Error(`validate ends with ${exitCode}: ${stderr}${stdout.slice(0, 2_000)}`);
  const report = JSON.parse(stdout) as Report;
  const rows = Object.values(report.entities).reduce((sum, { read }) => sum + read, 0);
  return { kinds: planted.kinds, judged: compare(planted, report), rows, seconds };
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      rows: { type: 'string', default: '1000000' },
      seed: { type: 'string', default: String(Date.now() % 1e6) },
    },
  });
  let wrong = 0;
  for (const format of ['csv', 'ndjson'] as const) {
    const run = await runFaults({ format, rows: Number(values.rows), seed: Number(values.seed) });
    for (const { kind, code, at, wrong: why } of run.judged)
      process.stdout.write(
        `${why === undefined ? '✓' : '✗'} ${kind.padEnd(60)} ${code.padEnd(30)} ${at}${why === undefined ? '' : `\n    ${why}`}\n`,
      );
    const bad = run.judged.filter((each) => each.wrong !== undefined).length;
    wrong += bad;
    process.stdout.write(
      `${format}, seed ${values.seed}: ${run.kinds.length} kinds, ${run.judged.length - bad} of ${run.judged.length} findings right, ${run.rows} rows in ${run.seconds.toFixed(1)} s\n\n`,
    );
  }
  process.exitCode = wrong === 0 ? 0 : 1;
}
