import { exitCodes } from '../../errors/run-error.ts';
import { removedTotals } from '../../report/result/removed-counts.ts';
import { type Report, removedRows, totals } from '../../report/result/report.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { duration, fromHere, grouped, printable, printableJson } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type FoundRuns, findRuns } from './find-runs.ts';

type ListedRun = {
  readonly id: string;
  readonly command?: Report['command'];
  readonly startedAt?: string;
  readonly finishedAt?: string;
  readonly seconds?: number;
  readonly new?: number;
  readonly changed?: number;
  readonly removed?: number;
  readonly rejected?: number;
  /** Absent while it runs, and after it was killed. */
  readonly exitCode?: number;
  /** The code of the error that ended it. */
  readonly error?: string;
  readonly report?: string;
};

/** Lists the kept runs of a pipeline, the last one first. Returns the exit code. */
export async function showRuns(
  { pipeline }: { readonly pipeline: string },
  context: Runtime & Stdout & Pick<Stderr, 'err'>,
): Promise<number> {
  const found = await findRuns(pipeline, context);
  const runs: ListedRun[] = [];
  for (const id of found.ids.toReversed()) runs.push(await listed(id, found));
  const body = { version: 1, command: 'runs', pipeline: found.name, exitCode: exitCodes.ok, runs };
  if (context.json) context.out(printableJson(body));
  else context.out(runsText(found.name, runs, pipeline, context.style));
  return exitCodes.ok;
}

async function listed(id: string, { runs }: FoundRuns): Promise<ListedRun> {
  const { report, begun } = await runs.read(id);
  if (!report) return { id, ...(begun ? { command: begun.command, startedAt: begun.startedAt } : {}) };
  const { command, startedAt, finishedAt, exitCode, entities, removed, error } = report;
  const { created, updated, rejected, blocked } = totals(entities);
  const undone = removed && removedTotals(removed);
  return {
    id,
    command,
    startedAt,
    finishedAt,
    exitCode,
    seconds: (Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000,
    new: created,
    changed: updated,
    removed: undone ? undone.removed + undone.implied : removedRows(report),
    rejected: undone ? undone.failed : rejected + blocked,
    ...(error ? { error: error.code } : {}),
    report: runs.pathsOf(id).page,
  };
}

const HEADS = ['run', 'command', 'when (UTC)', 'took', 'new', 'changed', 'removed', 'rejected', 'exit'];
/** The first columns are text, the others numbers. */
const TEXTS = 3;

function runsText(name: string, runs: readonly ListedRun[], pipeline: string, style: Style): string {
  if (runs.length === 0) return `${name} has no kept runs.\n\n  next  chatferry run ${pipeline}\n`;
  const rows = [HEADS, ...runs.map(cellsOf)];
  const widths = HEADS.map((_, at) => Math.max(...rows.map((cells) => cells[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => (at < TEXTS ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  const [last] = runs.flatMap(({ report }) => report ?? []);
  return [
    style.bold(line(HEADS)),
    ...runs.map((run) => coloured(line(cellsOf(run)) + errorOf(run), run, style)),
    '',
    ...(last === undefined ? [] : [`  report  ${printable(fromHere(last))}`]),
    ...(runs.length > 1
      ? [`  next    ${style.bold(`chatferry diff ${pipeline} last-1 last`)}`]
      : [`  next    ${style.bold(`chatferry run ${pipeline}`)}`]),
    '',
  ].join('\n');
}

const errorOf = ({ error, exitCode }: ListedRun): string =>
  exitCode === undefined ? '  running now, or killed' : error === undefined ? '' : `  ${error}`;

/** A killed run has no numbers. */
function cellsOf(run: ListedRun): readonly string[] {
  const count = (value: number | undefined): string => (value === undefined ? '-' : grouped(value));
  return [
    run.id,
    run.command ?? '?',
    run.startedAt?.slice(0, 16).replace('T', ' ') ?? '?',
    run.seconds === undefined ? '-' : duration(run.seconds * 1_000),
    count(run.new),
    count(run.changed),
    count(run.removed),
    count(run.rejected),
    count(run.exitCode),
  ];
}

function coloured(text: string, { exitCode }: ListedRun, style: Style): string {
  if (exitCode === undefined) return style.yellow(text);
  return exitCode === exitCodes.ok ? text : style.red(text);
}
