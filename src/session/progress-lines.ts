import type { EntityName } from '../input/entities/entity.ts';
import { cut, duration, grouped } from '../terminal/printable.ts';
import { type Style, styleFor } from '../terminal/style.ts';

const BAR = 20;
/** What the widest line of the block takes. */
const WIDE_COLUMNS = 90;

/** How far one entity is. */
export type EntityProgress = {
  readonly name: EntityName;
  /** Bytes of its files; 0 where the length of one of them is not known. */
  readonly total: number;
  /** Bytes that are done. */
  done: number;
  rows: number;
  /** Rows that were rejected, themselves or with what they refer to. */
  bad: number;
  state: 'waiting' | 'running' | 'done';
  /** Rows of one request. */
  readonly batch: number;
};

/** How far a run is. */
export type ProgressState = {
  readonly entities: readonly EntityProgress[];
  /** Rows done at some moments of the last minute; the achieved rate is theirs, not that of the whole run. */
  readonly pace: readonly { readonly at: number; readonly rows: number }[];
  readonly retried: number;
  /** Why requests fail at the moment; empty where they do not. */
  readonly trouble: string;
  /** When the rate limit allows requests again, in milliseconds of `performance.now()`. */
  readonly heldUntil: number;
};

/** What the lines depend on beside the state. */
export type LineOptions = {
  readonly style: Style;
  /** Width of the terminal. */
  readonly columns: () => number;
  /** Requests a minute that the target allows; Infinity where it sets no limit. */
  readonly perMinute: number;
};

/** A line for each entity and one for the requests, to be drawn again and again. */
export function liveBlock(state: ProgressState, options: LineOptions): string[] {
  // Colour codes take no column but cannot be cut: a narrow terminal gets neither colour nor bar.
  const wide = options.columns() >= WIDE_COLUMNS;
  const style = wide ? options.style : styleFor(false);
  const achieved = rate(state.pace);
  const lines = state.entities.map((entity) => {
    const bar = wide ? ` ${barOf(entity, style)} ` : '';
    const bad = entity.bad ? `  ${style.red(`${grouped(entity.bad)} rejected`)}` : '';
    const tail = tailOf(entity, achieved, options.perMinute, style);
    return `  ${entity.name.padEnd(9)}${bar} ${grouped(entity.rows).padStart(9)} rows${tail}${bad}`;
  });
  lines.push(requestLine(state, options.perMinute, style));
  return wide ? lines : lines.map((line) => cut(line, options.columns() - 1));
}

function barOf(entity: EntityProgress, style: Style): string {
  const filled = Math.round((entity.state === 'done' ? 1 : Math.min(1, shareOf(entity))) * BAR);
  return `${'━'.repeat(filled)}${style.dim('─'.repeat(BAR - filled))}`;
}

function tailOf(entity: EntityProgress, achieved: number, perMinute: number, style: Style): string {
  if (entity.state === 'done') return `  ${style.green('done')}`;
  return entity.state === 'running' ? `  ${grouped(achieved)}/min${eta(entity, achieved, perMinute)}` : '';
}

function requestLine(state: ProgressState, perMinute: number, style: Style): string {
  const heldMs = state.heldUntil - performance.now();
  const budget = Number.isFinite(perMinute) ? `budget ${grouped(perMinute)} requests/min` : 'no rate limit';
  const waiting = heldMs > 0 ? ` · ${style.yellow(`waiting for the rate limit, ${duration(heldMs)}`)}` : '';
  const trouble = state.trouble ? ` · ${style.yellow(cut(state.trouble, 40))}` : '';
  return `  ${budget} · retried ${grouped(state.retried)}${trouble}${waiting}`;
}

/** One entity in a line of its own, for a log. */
export function plainLine(
  entity: EntityProgress,
  { pace, retried }: ProgressState,
  { perMinute }: LineOptions,
): string {
  const achieved = rate(pace);
  const done = entity.state === 'done';
  const share = done ? 100 : Math.floor(shareOf(entity) * 100);
  const left = done ? '' : ` eta=${Math.round(etaMs(entity, achieved, perMinute) / 1000)}s`;
  return `${new Date().toISOString()} ${entity.name} ${share}% ${entity.rows} rows ${Math.round(achieved)}/min${left} rejected=${entity.bad} retried=${retried}`;
}

/** The share of the bytes that is done. */
const shareOf = ({ done, total }: EntityProgress): number => (total ? done / total : 0);

/** Rows a minute over the window. */
function rate(pace: ProgressState['pace']): number {
  const [first, last] = [pace[0], pace.at(-1)];
  return first && last && last.at > first.at ? ((last.rows - first.rows) / (last.at - first.at)) * 60_000 : 0;
}

/** What is left at the slower of the allowed and the achieved pace. */
function etaMs(entity: EntityProgress, achieved: number, perMinute: number): number {
  const share = shareOf(entity);
  if (share <= 0) return 0;
  const rowsLeft = (entity.rows / share) * (1 - share);
  const allowed = perMinute * entity.batch;
  const slower = Math.min(allowed, achieved || allowed);
  return Number.isFinite(slower) && slower > 0 ? (rowsLeft / slower) * 60_000 : 0;
}

function eta(entity: EntityProgress, achieved: number, perMinute: number): string {
  const ms = etaMs(entity, achieved, perMinute);
  if (ms <= 0) return '';
  const clock = new Date(Date.now() + ms).toTimeString().slice(0, 5);
  return `  ETA ${duration(ms)} (${clock})`;
}
