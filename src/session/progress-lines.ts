import type { EntityName } from '../input/entities/entity.ts';
import type { Clock } from '../system/clock.ts';
import { cut, duration, grouped } from '../terminal/printable.ts';
import { type Style, styleFor } from '../terminal/style.ts';

const BAR = 20;
/** The width of the widest line of the block. */
const WIDE_COLUMNS = 90;

/** The progress of one entity. */
export type EntityProgress = {
  readonly name: EntityName;
  /** Bytes of its files; 0 if the size of one of them is unknown. */
  readonly total: number;
  /** Bytes whose rows are done. */
  done: number;
  rows: number;
  /** Rows that were rejected or blocked. */
  bad: number;
  state: 'waiting' | 'running' | 'done';
  /** The largest number of rows in one request. */
  readonly batch: number;
};

/** The progress of a run. */
export type ProgressState = {
  readonly entities: readonly EntityProgress[];
  /** Rows done at some moments of the last minute; the achieved rate is computed from them, not from the whole run. */
  readonly pace: readonly { readonly at: number; readonly rows: number }[];
  readonly retried: number;
  /** Why requests fail at the moment; empty if they succeed. */
  readonly trouble: string;
  /** When the rate limit allows requests again, in milliseconds of `clock.elapsed()`. */
  readonly waitsUntil: number;
};

/** What the lines depend on in addition to the state. */
export type LineOptions = {
  readonly style: Style;
  /** Width of the terminal. */
  readonly columns: () => number;
  /** Requests a minute that the target allows; Infinity if it sets no limit. */
  readonly perMinute: number;
  readonly clock: Clock;
};

/** The block that is redrawn on a terminal: a line for each entity and one for the requests. */
export function liveBlock(state: ProgressState, options: LineOptions): string[] {
  // A narrow terminal gets neither colour nor bar: lines with colour codes cannot be cut to a width.
  const wide = options.columns() >= WIDE_COLUMNS;
  const style = wide ? options.style : styleFor(false);
  const achieved = rate(state.pace);
  const lines = state.entities.map((entity) => {
    const bar = wide ? ` ${barOf(entity, style)} ` : '';
    const bad = entity.bad ? `  ${style.red(`${grouped(entity.bad)} rejected`)}` : '';
    const tail = tailOf(entity, achieved, options, style);
    return `  ${entity.name.padEnd(9)}${bar} ${grouped(entity.rows).padStart(9)} rows${tail}${bad}`;
  });
  lines.push(requestLine(state, options, style));
  return wide ? lines : lines.map((line) => cut(line, options.columns() - 1));
}

function barOf(entity: EntityProgress, style: Style): string {
  const filled = Math.round((entity.state === 'done' ? 1 : Math.min(1, shareOf(entity))) * BAR);
  return `${'━'.repeat(filled)}${style.dim('─'.repeat(BAR - filled))}`;
}

function tailOf(entity: EntityProgress, achieved: number, options: LineOptions, style: Style): string {
  if (entity.state === 'done') return `  ${style.green('done')}`;
  return entity.state === 'running' ? `  ${grouped(achieved)}/min${eta(entity, achieved, options)}` : '';
}

function requestLine(state: ProgressState, { perMinute, clock }: LineOptions, style: Style): string {
  const waitMs = state.waitsUntil - clock.elapsed();
  const budget = Number.isFinite(perMinute) ? `budget ${grouped(perMinute)} requests/min` : 'no rate limit';
  const waiting = waitMs > 0 ? ` · ${style.yellow(`waiting for the rate limit, ${duration(waitMs)}`)}` : '';
  const trouble = state.trouble ? ` · ${style.yellow(cut(state.trouble, 40))}` : '';
  return `  ${budget} · retried ${grouped(state.retried)}${trouble}${waiting}`;
}

/** The progress of one entity as a line for a log. */
export function plainLine(
  entity: EntityProgress,
  { pace, retried }: ProgressState,
  { perMinute, clock }: LineOptions,
): string {
  const achieved = rate(pace);
  const done = entity.state === 'done';
  const share = done ? 100 : Math.floor(shareOf(entity) * 100);
  const left = done ? '' : ` eta=${Math.round(etaMs(entity, achieved, perMinute) / 1000)}s`;
  return `${new Date(clock.now()).toISOString()} ${entity.name} ${share}% ${entity.rows} rows ${Math.round(achieved)}/min${left} rejected=${entity.bad} retried=${retried}`;
}

/** The share of the bytes that is done. */
const shareOf = ({ done, total }: EntityProgress): number => (total ? done / total : 0);

/** Rows a minute over the last minute. */
function rate(pace: ProgressState['pace']): number {
  const [first, last] = [pace[0], pace.at(-1)];
  return first && last && last.at > first.at ? ((last.rows - first.rows) / (last.at - first.at)) * 60_000 : 0;
}

/** The remaining time at the slower of the allowed and the achieved rate, milliseconds; 0 if unknown. */
function etaMs(entity: EntityProgress, achieved: number, perMinute: number): number {
  const share = shareOf(entity);
  if (share <= 0) return 0;
  const rowsLeft = (entity.rows / share) * (1 - share);
  const allowed = perMinute * entity.batch;
  const slower = Math.min(allowed, achieved || allowed);
  return Number.isFinite(slower) && slower > 0 ? (rowsLeft / slower) * 60_000 : 0;
}

function eta(entity: EntityProgress, achieved: number, { perMinute, clock }: LineOptions): string {
  const ms = etaMs(entity, achieved, perMinute);
  if (ms <= 0) return '';
  const at = new Date(clock.now() + ms).toTimeString().slice(0, 5);
  return `  ETA ${duration(ms)} (${at})`;
}
