import { LIMIT_IS } from '../../../report/events/progress-lines.ts';
import type { Stdout } from '../../../terminal/context.ts';
import { cut, duration, fromHere, grouped, groupedTenths, printable } from '../../../terminal/printable.ts';
import type { Style } from '../../../terminal/style.ts';
import { widthOf } from '../../../terminal/width.ts';
import type { FleetBudget, FleetPipeline, FleetStage, FleetStatus } from './fleet-status.ts';

/** A fleet as a table, and what failed below it, with what to do. */
export function statusTable(status: FleetStatus, { style }: Pick<Stdout, 'style'>): string {
  const { pipelines, workers, queue } = status;
  const running = workers.map(({ name, jobs }) => `${printable(name)} (${jobs})`).join(', ');
  const head = `${style.bold(queue)}  workers: ${running || style.yellow('none')}\n`;
  if (pipelines.length === 0)
    return `${head}no pipelines; submit one:  chatferry fleet submit pipeline.yaml\n`;
  const now = Date.parse(status.at);
  const all = pipelines.flatMap((pipeline) => [pipeline, ...(pipeline.stages ?? [])]);
  const rows = all.map((each) => (isPipeline(each) ? cellsOf(each, now) : stageCellsOf(each)));
  const lines = aligned([['PIPELINE', 'STATE', 'WORKER', 'ROWS', 'LAST', 'NEXT'], ...rows]).map((line, at) =>
    at === 0 ? style.dim(line) : coloured(line, all[at - 1] as FleetStage, style),
  );
  const start =
    workers.length === 0 && pipelines.some(({ state }) => state === 'waiting')
      ? `${style.yellow('!')} no worker is running; start one:  chatferry fleet work --config worker.yaml\n`
      : '';
  const apps = status.budgets.map((budget) => budgetLine(budget, style)).join('');
  return `${head}${lines.join('\n')}\n${apps}${start}${pipelines.map((each) => notesOf(each, style)).join('')}`;
}

function cellsOf(pipeline: FleetPipeline, now: number): string[] {
  const { name, state, command, worker = '', progress, last, schedule } = pipeline;
  return [
    printable(name),
    command === 'run' ? state : `${state} (${command})`,
    printable(worker),
    progress ? rowsText(progress) : last ? grouped(last.counts['read'] ?? 0) : '',
    last ? `${last.exitCode === 0 ? 'ok' : `exit ${last.exitCode}`}, ${ago(now - Date.parse(last.at))}` : '',
    schedule?.next ? `in ${duration(Math.max(0, Date.parse(schedule.next) - now))}` : '',
  ];
}

/** Names of pipelines of one app. */
const NAMES_MAX = 5;

function budgetLine(
  { app, rateClass = '', requestsPerMinute, allowedPerMinute, allowedBy, heldMs, pipelines }: FleetBudget,
  style: Style,
): string {
  const of = allowedPerMinute === undefined ? '' : ` of ${groupedTenths(allowedPerMinute)}`;
  const known = allowedBy === undefined ? '' : ` (${LIMIT_IS[allowedBy]})`;
  const requests = `${groupedTenths(requestsPerMinute)}${of} ${printable(rateClass)}${rateClass && ' '}requests/min${known}`;
  const more = pipelines.length > NAMES_MAX ? ` and ${pipelines.length - NAMES_MAX} more` : '';
  const by = pipelines.slice(0, NAMES_MAX).map(printable).join(', ');
  const held = heldMs === undefined ? '' : style.yellow(`, rate limited for ${duration(heldMs)}`);
  return `app ${printable(app)}: ${requests}${held}; ${by}${more}\n`;
}

const isPipeline = (each: FleetPipeline | FleetStage): each is FleetPipeline => 'folder' in each;

const stageCellsOf = ({ name, state, worker = '', progress }: FleetStage): string[] => [
  `  ${printable(name)}`,
  state,
  printable(worker),
  progress ? rowsText(progress) : '',
  '',
  '',
];

const ago = (ms: number): string => `${duration(Math.max(0, ms))} ago`;

function rowsText(progress: NonNullable<FleetPipeline['progress']>): string {
  const { done, total, entity, rowsPerMinute, requestsPerMinute, rateClass = '' } = progress;
  const of = total === undefined ? '' : ` of ${grouped(total)}`;
  const rate = rowsPerMinute ? `, ${grouped(rowsPerMinute)}/min` : '';
  const requests =
    requestsPerMinute === undefined
      ? ''
      : `, ${groupedTenths(requestsPerMinute)} ${printable(rateClass)}${rateClass && ' '}requests/min`;
  return `${grouped(done)}${of}${entity ? ` ${printable(entity)}` : ''}${rate}${requests}`;
}

/** Cells in columns as wide as their widest one; an empty column is left out. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const [head = [], ...body] = rows;
  const used = head.map((_, column) => column < 2 || body.some((row) => row[column] !== ''));
  const widths = head.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))));
  return rows.map((row) =>
    row
      .flatMap((cell, column) =>
        used[column] ? [cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell))] : [],
      )
      .join('  ')
      .trimEnd(),
  );
}

const coloured = (line: string, { state }: FleetStage, style: Style): string =>
  state === 'failed' ? style.red(line) : state === 'retrying' ? style.yellow(line) : line;

/** Characters of a message of an error. */
const MESSAGE_MAX = 300;

function notesOf(
  { name, folder, state, last, retry, schedule, stages = [] }: FleetPipeline,
  style: Style,
): string {
  const trouble = state === 'failed' ? last : retry;
  const notes: string[] = [];
  for (const stage of stages) {
    const why = stage.state === 'failed' ? stage.last : stage.state === 'retrying' ? stage.retry : undefined;
    if (why?.code)
      notes.push(
        `${style.yellow('!')} ${printable(name)}, ${printable(stage.name)}: ${printable(why.code)}: ${cut(printable(why.message ?? ''), MESSAGE_MAX)}`,
      );
  }
  if (trouble?.code) {
    const mark = state === 'failed' ? style.red('✗') : style.yellow('!');
    const message = cut(printable(trouble.message ?? ''), MESSAGE_MAX);
    notes.push(
      `${mark} ${printable(name)} (${printable(fromHere(folder))}): ${printable(trouble.code)}: ${message}`,
    );
    if (trouble.hint) notes.push(`  → ${printable(trouble.hint)}`);
  }
  if (schedule?.missed) {
    const { nights, last: at, why } = schedule.missed;
    const because = why === 'running' ? 'the one before was still running' : 'no worker was there';
    notes.push(`${style.yellow('!')} ${printable(name)}: ${nights} missed, the last at ${at}: ${because}`);
  }
  return notes.map((note) => `${note}\n`).join('');
}
