import type { Plan } from '../delivery/plan.ts';
import type { RunEvent } from '../delivery/run.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { RateHold } from '../service/transport/limit.ts';
import type { Retried } from '../service/transport/retry.ts';
import { cut, duration, grouped, printable } from '../terminal/printable.ts';
import { type Style, styleFor } from '../terminal/style.ts';

export type ProgressEvent = RunEvent | RateHold | Retried;

export type ProgressOptions = {
  readonly write: (text: string) => void;
  readonly style: Style;
  /** Redraw a block of lines; else one line every `plainEveryMs`. */
  readonly live: boolean;
  readonly columns: () => number;
  /** Requests a minute that the target allows; Infinity where it sets no limit. */
  readonly perMinute: number;
  readonly plainEveryMs?: number;
  /** When it aborts, a message has been printed below the block: the next block goes below that. */
  readonly signal: AbortSignal;
};

/** Shows how far a run is. */
export interface Progress extends Disposable {
  observe(event: ProgressEvent): void;
}

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;
/** The achieved rate is that of the last minutes, not of the whole run. */
const RATE_WINDOW_MS = 60_000;
const BAR = 20;
/** What the widest line of the block takes. */
const WIDE_COLUMNS = 90;

type ProgressLine = {
  name: EntityName;
  total: number;
  done: number;
  rows: number;
  bad: number;
  state: 'waiting' | 'running' | 'done';
  batch: number;
};

/** @param sizes bytes of every source, by step, to tell how much is left */
export function createProgress(
  plan: Plan,
  sizes: ReadonlyMap<EntityName, readonly number[]>,
  options: ProgressOptions,
): Progress {
  const lines = new Map<EntityName, ProgressLine>(
    plan.steps.map(({ entity, route }) => [
      entity.name,
      {
        name: entity.name,
        total: totalOf(sizes.get(entity.name) ?? []),
        done: 0,
        rows: 0,
        bad: 0,
        state: 'waiting',
        batch: route.maxItems,
      },
    ]),
  );
  const pace: { at: number; rows: number }[] = [];
  const status = { retried: 0, trouble: '', heldUntil: 0, drawn: 0, rows: 0 };
  const view = (): ProgressView => ({ lines: [...lines.values()], pace, status, options });
  const redraw = (): void => {
    if (status.drawn > 0) options.write(`\u001b[${status.drawn}A\u001b[J`);
    const block = liveBlock(view());
    options.write(`${block.join('\n')}\n`);
    status.drawn = block.length;
  };
  const plain = (): void => {
    const running = [...lines.values()].find(({ state }) => state === 'running');
    if (running) options.write(`${plainLine(running, view())}\n`);
  };
  const trouble = ({ reason, throttled }: Retried): void => {
    status.retried++;
    if (throttled) return;
    if (!options.live && status.trouble === '')
      options.write(`${new Date().toISOString()} trouble: ${printable(reason)}\n`);
    status.trouble = printable(reason);
  };
  const timer = setInterval(
    options.live ? redraw : plain,
    options.live ? LIVE_EVERY_MS : (options.plainEveryMs ?? PLAIN_EVERY_MS),
  );
  timer.unref();
  const printedOver = (): void => {
    status.drawn = 0;
  };
  options.signal.addEventListener('abort', printedOver, { once: true });
  return {
    observe(event) {
      if (event.type === 'retried') trouble(event);
      else if (event.type === 'held')
        status.heldUntil = Math.max(status.heldUntil, performance.now() + event.forMs);
      else step(event, lines, sizes, pace, status);
      if (event.type === 'held' && !options.live && event.refused)
        options.write(`${new Date().toISOString()} waiting for the rate limit, ${duration(event.forMs)}\n`);
      if (event.type === 'step.done' && !options.live)
        options.write(`${plainLine(lines.get(event.entity) as ProgressLine, view())}\n`);
    },
    [Symbol.dispose]() {
      clearInterval(timer);
      options.signal.removeEventListener('abort', printedOver);
      if (options.live) redraw();
    },
  };
}

type Status = { retried: number; trouble: string; heldUntil: number; drawn: number; rows: number };
type ProgressView = {
  readonly lines: readonly ProgressLine[];
  readonly pace: readonly { at: number; rows: number }[];
  readonly status: Status;
  readonly options: ProgressOptions;
};

function step(
  event: RunEvent,
  lines: Map<EntityName, ProgressLine>,
  sizes: ReadonlyMap<EntityName, readonly number[]>,
  pace: { at: number; rows: number }[],
  status: Status,
): void {
  const line = lines.get(event.entity);
  if (!line) return;
  const { counts, at } = event.state;
  const before = at ? sum((sizes.get(event.entity) ?? []).slice(0, at.file)) : 0;
  line.done = at ? before + at.byte : 0;
  line.rows = counts.read;
  line.bad = counts.rejected + counts.blocked;
  line.state = event.type === 'step.done' ? 'done' : 'running';
  if (event.type === 'step.done') line.done = line.total;
  if (event.type !== 'committed') return;
  status.rows += event.rows.length;
  if (event.rows.length > 0) status.trouble = '';
  const now = performance.now();
  pace.push({ at: now, rows: status.rows });
  while (pace.length > 2 && (pace[0] as { at: number }).at < now - RATE_WINDOW_MS) pace.shift();
}

function liveBlock({ lines, pace, status, options }: ProgressView): string[] {
  // Colour codes take no column but cannot be cut: a narrow terminal gets neither colour nor bar.
  const wide = options.columns() >= WIDE_COLUMNS;
  const style = wide ? options.style : styleFor(false);
  const perMinute = rate(pace);
  const rows = lines.map((line) => {
    const share = line.state === 'done' ? 1 : line.total ? Math.min(1, line.done / line.total) : 0;
    const filled = Math.round(share * BAR);
    const bar = wide ? ` ${'━'.repeat(filled)}${style.dim('─'.repeat(BAR - filled))} ` : '';
    const bad = line.bad ? `  ${style.red(`${grouped(line.bad)} rejected`)}` : '';
    const tail =
      line.state === 'done'
        ? `  ${style.green('done')}`
        : line.state === 'running'
          ? `  ${grouped(perMinute)}/min${eta(line, perMinute, options)}`
          : '';
    return `  ${line.name.padEnd(9)}${bar} ${grouped(line.rows).padStart(9)} rows${tail}${bad}`;
  });
  const heldMs = status.heldUntil - performance.now();
  const budget = Number.isFinite(options.perMinute)
    ? `budget ${grouped(options.perMinute)} requests/min`
    : 'no rate limit';
  const waiting = heldMs > 0 ? ` · ${style.yellow(`waiting for the rate limit, ${duration(heldMs)}`)}` : '';
  const trouble = status.trouble ? ` · ${style.yellow(cut(status.trouble, 40))}` : '';
  return [...rows, `  ${budget} · retried ${grouped(status.retried)}${trouble}${waiting}`].map((line) =>
    wide ? line : cut(line, options.columns() - 1),
  );
}

function plainLine(line: ProgressLine, { pace, status, options }: ProgressView): string {
  const perMinute = rate(pace);
  const share = line.state === 'done' ? 100 : line.total ? Math.floor((line.done / line.total) * 100) : 0;
  const left = line.state === 'done' ? '' : ` eta=${Math.round(etaMs(line, perMinute, options) / 1000)}s`;
  return `${new Date().toISOString()} ${line.name} ${share}% ${line.rows} rows ${Math.round(perMinute)}/min${left} rejected=${line.bad} retried=${status.retried}`;
}

/** Rows a minute over the window. */
function rate(pace: readonly { at: number; rows: number }[]): number {
  const [first, last] = [pace[0], pace.at(-1)];
  return first && last && last.at > first.at ? ((last.rows - first.rows) / (last.at - first.at)) * 60_000 : 0;
}

/** What is left at the slower of the allowed and the achieved pace. */
function etaMs(line: ProgressLine, achieved: number, { perMinute }: ProgressOptions): number {
  const share = line.total ? line.done / line.total : 0;
  if (share <= 0) return 0;
  const rowsLeft = (line.rows / share) * (1 - share);
  const allowed = perMinute * line.batch;
  const slower = Math.min(allowed, achieved || allowed);
  return Number.isFinite(slower) && slower > 0 ? (rowsLeft / slower) * 60_000 : 0;
}

function eta(line: ProgressLine, perMinute: number, options: ProgressOptions): string {
  const ms = etaMs(line, perMinute, options);
  if (ms <= 0) return '';
  const clock = new Date(Date.now() + ms).toTimeString().slice(0, 5);
  return `  ETA ${duration(ms)} (${clock})`;
}

/** 0 where the length of one file is not known. */
const totalOf = (sizes: readonly number[]): number => (sizes.includes(0) ? 0 : sum(sizes));

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
