import type { Plan } from '../delivery/plan.ts';
import type { RunEvent } from '../delivery/run.ts';
import type { EntityName } from '../input/entities/entity.ts';
import type { RateHold } from '../service/transport/limit.ts';
import { SENDER } from '../service/transport/limiter.ts';
import type { Retried } from '../service/transport/retry.ts';
import type { Silent } from '../service/transport/silence.ts';
import { duration, printable } from '../terminal/printable.ts';
import {
  type EntityProgress,
  type LineOptions,
  liveBlock,
  type ProgressState,
  plainLine,
} from './progress-lines.ts';

export type ProgressEvent = RunEvent | RateHold | Retried | Silent;

export type ProgressOptions = LineOptions & {
  readonly write: (text: string) => void;
  /** True to redraw a block of lines; false to print one line every `plainEveryMs`. */
  readonly live: boolean;
  /** @default 30_000 */
  readonly plainEveryMs?: number;
  /** On abort a message is printed below the block; the next block is drawn below that message. */
  readonly signal: AbortSignal;
};

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;
/** The achieved rate is measured over this time, not over the whole run. */
const RATE_WINDOW_MS = 60_000;

/** Shows the progress of a run until it is disposed of. */
export class Progress implements Disposable {
  readonly #entities: ReadonlyMap<EntityName, EntityProgress>;
  readonly #sizes: ReadonlyMap<EntityName, readonly number[]>;
  readonly #options: ProgressOptions;
  readonly #pace: { readonly at: number; readonly rows: number }[] = [];
  readonly #timer: Disposable;
  #rows = 0;
  #retried = 0;
  #trouble = '';
  #waitsUntil = 0;
  /** Lines of the block that are on the screen. */
  #drawn = 0;

  /** @param sizes bytes of every source, by entity; 0 if the size is unknown */
  constructor(plan: Plan, sizes: ReadonlyMap<EntityName, readonly number[]>, options: ProgressOptions) {
    this.#sizes = sizes;
    this.#options = options;
    this.#entities = new Map(
      plan.steps.map(({ entity: { name }, route }) => [
        name,
        waiting(name, sizes.get(name) ?? [], route.maxItems),
      ]),
    );
    const { live, plainEveryMs = PLAIN_EVERY_MS, clock } = options;
    this.#timer = live
      ? clock.every(LIVE_EVERY_MS, () => this.#redraw())
      : clock.every(plainEveryMs, () => this.#printRunning());
    options.signal.addEventListener('abort', this.#forgetBlock, { once: true });
  }

  /** Takes an event of the run or its transport into account. */
  observe(event: ProgressEvent): void {
    if (event.type === 'retried') this.#onRetried(event);
    else if (event.type === 'silent') this.#onTrouble(event.reason);
    else if (event.type === 'held') this.#onHeld(event);
    else this.#onRows(event);
  }

  #onRetried({ reason, throttled }: Retried): void {
    this.#retried++;
    if (throttled) return;
    this.#onTrouble(reason);
  }

  #onTrouble(reason: string): void {
    if (this.#trouble === '') this.#print(`${this.#now()} trouble: ${printable(reason)}`);
    this.#trouble = printable(reason);
  }

  #onHeld({ rateClass, forMs, refused }: RateHold): void {
    // The other senders go on.
    if (rateClass === SENDER) return;
    this.#waitsUntil = Math.max(this.#waitsUntil, this.#options.clock.elapsed() + forMs);
    if (refused) this.#print(`${this.#now()} waiting for the rate limit, ${duration(forMs)}`);
  }

  #onRows(event: RunEvent): void {
    const entity = this.#entities.get(event.entity);
    if (!entity) return;
    const { counts, at } = event.state;
    const isDone = event.type === 'step.done';
    const before = at ? sum((this.#sizes.get(event.entity) ?? []).slice(0, at.file)) : 0;
    entity.done = isDone ? entity.total : at ? before + at.byte : 0;
    entity.rows = counts.read;
    entity.bad = counts.rejected + counts.blocked;
    entity.state = isDone ? 'done' : 'running';
    if (event.type === 'committed') this.#count(event.rows.length);
    if (isDone) this.#print(plainLine(entity, this.#state, this.#options));
  }

  #count(rows: number): void {
    this.#rows += rows;
    if (rows > 0) this.#trouble = '';
    const now = this.#options.clock.elapsed();
    this.#pace.push({ at: now, rows: this.#rows });
    while (this.#pace.length > 2 && (this.#pace[0] as { at: number }).at < now - RATE_WINDOW_MS)
      this.#pace.shift();
  }

  get #state(): ProgressState {
    return {
      entities: [...this.#entities.values()],
      pace: this.#pace,
      retried: this.#retried,
      trouble: this.#trouble,
      waitsUntil: this.#waitsUntil,
    };
  }

  #redraw(): void {
    const { write } = this.#options;
    if (this.#drawn > 0) write(`\u001b[${this.#drawn}A\u001b[J`);
    const block = liveBlock(this.#state, this.#options);
    write(`${block.join('\n')}\n`);
    this.#drawn = block.length;
  }

  #printRunning(): void {
    const running = [...this.#entities.values()].find(({ state }) => state === 'running');
    if (running) this.#print(plainLine(running, this.#state, this.#options));
  }

  /** Prints a log line; the live block shows the same information itself. */
  #print(line: string): void {
    if (!this.#options.live) this.#options.write(`${line}\n`);
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }

  readonly #forgetBlock = (): void => {
    this.#drawn = 0;
  };

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#options.signal.removeEventListener('abort', this.#forgetBlock);
    if (this.#options.live) this.#redraw();
  }
}

const waiting = (name: EntityName, sizes: readonly number[], batch: number): EntityProgress => ({
  ...{ name, batch, done: 0, rows: 0, bad: 0, state: 'waiting' },
  total: sizes.includes(0) ? 0 : sum(sizes),
});

const sum = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
