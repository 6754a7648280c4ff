import { failedFiles } from '../../pipeline/files/file-counts.ts';
import type { Clock } from '../../system/clock.ts';
import { amount, duration, grouped, groupedTenths, printable, sizeText } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { fitted } from '../../terminal/width.ts';
import type { EventOf } from './event-schema.ts';
import type { EntityProgress, Extent, ProgressOfRun } from './extent.ts';

const BAR = 20;
/** The width of the widest line of the block with its bar. */
const WIDE_COLUMNS = 90;

/** Options of the lines, in addition to the progress. */
export type LineOptions = {
  readonly style: Style;
  /** Width of the terminal. */
  readonly columns: () => number;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * The block that is redrawn on a terminal: a line for each entity, one for all of them, one for the pace, and one each for
 * what it waits for and for the last error. No line is longer than the terminal is wide, less one.
 */
export function liveBlock(progress: ProgressOfRun, options: LineOptions): string[] {
  const columns = options.columns();
  const { style } = options;
  const wide = columns >= WIDE_COLUMNS;
  const entities = Object.entries(progress.entities);
  const lines = entities.map(([name, entry]) => extentLine(name, entry, entry.state === 'done', style, wide));
  if (entities.length > 1) lines.push(extentLine('total', progress, isAllDone(progress), style, wide));
  return [...lines, ...paceLines(progress, options)].map((line) => fitted(line, Math.max(1, columns - 1)));
}

const isAllDone = ({ entities }: ProgressOfRun): boolean =>
  Object.values(entities).every(({ state }) => state === 'done');

/** The pace, then what is waited for and the last error, where there are any. */
export function paceLines(progress: ProgressOfRun, { style, clock }: Omit<LineOptions, 'columns'>): string[] {
  const { waiting, lastError } = progress;
  const pace = paceParts(progress);
  return [
    ...(pace.length > 0 ? [`  ${pace.join(' · ')}`] : []),
    ...(waiting ? [`  ${style.yellow(waitingText(waiting, clock))}`] : []),
    ...(lastError
      ? [style.dim(`  last error at ${timeOf(lastError.at)}: ${printable(lastError.message)}`)]
      : []),
  ];
}

function paceParts(progress: ProgressOfRun): string[] {
  const { etaSeconds, etaAt, rowsPerMinute, requests } = progress;
  return [
    ...(progress.entity !== undefined && etaSeconds !== undefined && etaAt !== undefined
      ? [`ETA ${duration(etaSeconds * 1_000)} (${timeOf(etaAt).slice(0, 5)})`]
      : []),
    ...(rowsPerMinute === undefined ? [] : [`${grouped(rowsPerMinute)} rows/min`]),
    ...requestsPart(requests),
    ...(requests.retried > 0 ? [`${grouped(requests.retried)} retried`] : []),
  ];
}

/** Requests a minute and their limit: `58.8 of 60 import requests/min (stated by the service)`. */
function requestsPart(
  { perMinute, allowedPerMinute, rateClass, allowedBy }: ProgressOfRun['requests'],
  number: (value: number) => string = groupedTenths,
  of = ' of ',
): string[] {
  const what = `${rateClass === undefined ? '' : `${rateClass} `}requests/min`;
  const by = allowedBy === undefined ? '' : ` (${LIMIT_IS[allowedBy]})`;
  const allowed = allowedPerMinute === undefined ? undefined : number(allowedPerMinute);
  if (perMinute === undefined) return allowed === undefined ? [] : [`${allowed} ${what} allowed${by}`];
  return [`${number(perMinute)}${allowed === undefined ? '' : of + allowed} ${what}${by}`];
}

/** Words for the source of a limit. */
export const LIMIT_IS = {
  documented: 'documented',
  declared: 'declared',
  stated: 'set by the service',
  found: 'found from refusals',
} as const;

function extentLine(
  name: string,
  entry: EntityProgress | Extent,
  isDone: boolean,
  style: Style,
  wide: boolean,
): string {
  const bar = wide ? `  ${barOf(entry.percent ?? 0, style)}` : '';
  const percent = entry.percent === undefined ? '' : `${Math.floor(entry.percent)} %`;
  const bad =
    'rejected' in entry && entry.rejected > 0 ? `  ${style.red(`${grouped(entry.rejected)} rejected`)}` : '';
  const done = isDone ? `  ${style.green('done')}` : '';
  return `  ${name.padEnd(8)}${bar}  ${percent.padStart(5)}  ${countsOf(entry)}${bad}${done}`;
}

function barOf(percent: number, style: Style): string {
  const filled = Math.floor((percent / 100) * BAR);
  return `${'━'.repeat(filled)}${style.dim('─'.repeat(BAR - filled))}`;
}

/** Rows done of all: `1 250/~225 200`, where `~` marks an estimate. */
export function countsOf({ done, total, estimated }: Omit<Extent, 'percent'>): string {
  if (total === undefined) return `${grouped(done)} rows`;
  return `${grouped(done)}/${estimated ? '~' : ''}${grouped(total)}`;
}

/** Why nothing goes on, in words. */
export function waitingText(
  { why, until, stated, seconds, attempt, reason }: NonNullable<ProgressOfRun['waiting']>,
  clock: Pick<Clock, 'now'>,
): string {
  const again = attempt === undefined ? '' : `, retry ${attempt}`;
  const because = reason === undefined ? '' : `: ${printable(reason)}`;
  if (why === 'paused') return `paused on the dashboard for ${duration(seconds * 1_000)}`;
  if (why === 'noAnswer') return `service not answering for ${duration(seconds * 1_000)}${again}${because}`;
  if (why === 'retry') return `retry ${attempt ?? 1}${because}`;
  if (until === undefined) return 'waiting for the rate limit';
  const left = duration(Math.max(0, Date.parse(until) - clock.now()));
  const said = why === 'refused' && stated ? 'Retry-After ' : '';
  return `waiting for the rate limit, ${left} (${said}until ${timeOf(until)})`;
}

/** The time of day here, `12:03:41`. */
const timeOf = (time: string): string => new Date(time).toTimeString().slice(0, 8);

/** The progress as a line for a log. */
export function plainLine(progress: ProgressOfRun, clock: Pick<Clock, 'now'>): string {
  const { entity, requests, rowsPerMinute, etaSeconds, waiting, entities } = progress;
  const entry = entity && entities[entity];
  const rejected = Object.values(entities).reduce((sum, each) => sum + each.rejected, 0);
  return [
    new Date(clock.now()).toISOString(),
    ...(entity && entry ? [`${entity} ${plainExtent(entry)}`] : []),
    `total ${plainExtent(progress)}`,
    ...(rowsPerMinute === undefined ? [] : [`${rowsPerMinute} rows/min`]),
    ...requestsPart(requests, String, '/'),
    ...(entity === undefined || etaSeconds === undefined ? [] : [`eta=${etaSeconds}s`]),
    `rejected=${rejected}`,
    `retried=${requests.retried}`,
    ...(waiting ? [`(${waitingText(waiting, clock)})`] : []),
  ].join(' ');
}

function plainExtent({ done, total, estimated, percent }: Extent): string {
  const of = total === undefined ? ' rows' : `/${estimated ? '~' : ''}${total}`;
  return `${percent === undefined ? '' : `${Math.floor(percent)}% `}${done}${of}`;
}

/** The progress of a pull: a line of a screen, or of a log if there is none. */
export function pullLine(
  progress: EventOf<'pull.progress'>,
  screen: { readonly style: Style; readonly columns: number } | undefined,
): string {
  const { conversationsDone, conversations, messages, users, requests, etaSeconds } = progress;
  const parts = [
    conversations > 0
      ? `${grouped(conversationsDone)} of ${amount(conversations, 'conversation')}`
      : amount(users, 'user'),
    ...(etaSeconds === undefined ? [] : [`about ${duration(etaSeconds * 1_000)} left`]),
    ...(messages > 0 ? [amount(messages, 'message')] : []),
    amount(requests, 'request'),
  ];
  if (!screen) return parts.join(', ');
  const bar = barOf(conversations > 0 ? (conversationsDone / conversations) * 100 : 0, screen.style);
  return fitted(`  pull      ${bar}  ${parts.join(' · ')}`, Math.max(1, screen.columns - 1));
}

/** The progress of copying files: a line of a screen, or of a log if there is none. */
export function filesLine(
  { done, todo, etaSeconds, fileCopies }: EventOf<'files.progress'>,
  screen: { readonly style: Style; readonly columns: number } | undefined,
): string {
  const failed = failedFiles(fileCopies);
  const parts = [
    `${grouped(done)} of ${amount(todo, 'file')}`,
    ...(etaSeconds === undefined ? [] : [`about ${duration(etaSeconds * 1_000)} left`]),
    sizeText(fileCopies.bytesCopied),
    ...(failed > 0 ? [`${grouped(failed)} not copied`] : []),
  ];
  if (!screen) return parts.join(', ');
  const bar = barOf(todo > 0 ? (done / todo) * 100 : 100, screen.style);
  return fitted(`  files     ${bar}  ${parts.join(' · ')}`, Math.max(1, screen.columns - 1));
}
