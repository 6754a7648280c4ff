import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';
import { type History, histories } from './history.ts';

/** Outcomes of a run for rows that a dry run says are ready. */
const READY = ['created', 'updated', 'exists', 'unchanged', 'pending'] as const;

type Said = {
  /** By entity: rows that are written, left out, rejected and blocked, and the rules that left rows out. */
  readonly counts: object;
  /** Each refused row: its place, code and field. */
  readonly refused: readonly string[];
};

/** What a report says of each row, in words that a dry run and a run share. */
function saidBy({ entities, skipped, problems }: Report): Said {
  const counts = Object.fromEntries(
    Object.entries(entities).map(([name, { read, rejected, blocked, skipped: out, ...counted }]) => {
      const ready = READY.reduce((sum, outcome) => sum + counted[outcome], 0);
      return [name, { read, ready, out, rejected, blocked, inDoubt: counted.inDoubt ?? 0 }];
    }),
  );
  const refused = problems.flatMap(({ code, count, samples }) => [
    `${code} × ${count}`,
    ...samples.map(({ file, line, field }) => `${file}:${line} ${code} ${field}`),
  ]);
  return { counts: { ...counts, skipped: sorted(skipped) }, refused: refused.sort() };
}

/** The same members in the order of their names. */
const sorted = (counts: object): object =>
  Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));

/** What the dry run, the plan and the run say of a history; rejects if two of them differ. */
async function check({ files, rest }: History): Promise<void> {
  await using here = await serviceHere({ files, rest });
  const text = readFileSync(here.pipeline, 'utf8')
    .replace('path: messages.1.csv', 'path: messages.*.csv, where: { kind: { not: draft } }')
    .replace('timeoutSeconds: 30', 'timeoutSeconds: 30, maxRejects: 100%');
  writeFileSync(here.pipeline, text);
  const { result: judged } = await here.json<Report>('validate', '--max-errors', '100');
  const { result: plan } = await here.json<PlanDocument>('plan');
  const { result: done } = await here.json<Report>('run', '--yes');
  const [promised, kept] = [saidBy(judged), saidBy(done)];
  const planned = Object.entries(plan.entities).map(([name, counts]) => `${name} ${counts.new}`);
  const written = Object.entries(done.entities).map(
    ([name, { created, exists }]) => `${name} ${created + exists}`,
  );
  const [one, other] = [
    JSON.stringify({ ...promised, planned, notCarried: sorted(judged.notCarried) }),
    JSON.stringify({ ...kept, planned: written, notCarried: sorted(done.notCarried) }),
  ];
  if (one !== other)
    throw new Error(`promised ${one}\n\nbut the run says ${other}\n\n${JSON.stringify({ files, rest })}`);
}

/** Rejects with the first of so many random histories of which the dry run says something else than the run does. */
export async function checkPromised({
  runs,
  seed,
}: {
  readonly runs: number;
  readonly seed: number;
}): Promise<void> {
  await fc.assert(fc.asyncProperty(histories, check), { numRuns: runs, seed, endOnFailure: true });
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      runs: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 1e9) },
    },
  });
  process.stdout.write(`seed ${values.seed}\n`);
  const started = Date.now();
  await checkPromised({ runs: Number(values.runs), seed: Number(values.seed) });
  process.stdout.write(`${values.runs} histories, ${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}
