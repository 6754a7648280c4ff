import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import type { RunEvent } from '../../delivery/run.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { type EntityProgress, extentOf, type ProgressOfRun, progressOf } from '../../report/events/extent.ts';
import type { TargetApi } from '../../service/targets/target.ts';
import type { AllowedRate } from '../../service/transport/budget.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { OpenTransport } from '../open-transport.ts';
import { AnswerWatch } from './answer-watch.ts';
import { expectedRows, sampledRows } from './expected-rows.ts';

export type RunProgressDeps = {
  readonly plan: Plan;
  readonly checkpoint: Checkpoint;
  /** The rate classes of requests for many rows and for one, and whether the pipeline sets their limits. */
  readonly limits: Pick<TargetApi, 'batchClass' | 'singleClass'> & { readonly isDeclared: boolean };
  readonly clock: Clock;
  readonly files: Files;
};

/** Before so many requests of an entity, its rows a request are those of full batches. */
const REQUESTS_MIN = 5;
/** The achieved rate counts after this time; before, a few requests decide it. */
const ACHIEVED_MS = 15_000;

/**
 * The progress of a run: what it has done of all, what is left, and how long that takes: from its plan, its
 * checkpoint and its requests.
 */
export class RunProgress {
  readonly #deps: RunProgressDeps;
  readonly watch: AnswerWatch;
  readonly #window = new PaceWindow();
  readonly #samples: ReadonlyMap<EntityName, readonly (number | undefined)[]>;
  #running: EntityName | undefined;
  #requests: Pick<OpenTransport, 'allowed'> | undefined;
  /** When the entity that is written now began: its rows, and the requests until then. */
  #begun = { rows: 0, requests: 0 };

  /** Looks at the beginnings of the files. */
  constructor(deps: RunProgressDeps) {
    const { plan, clock, files } = deps;
    this.#deps = deps;
    this.watch = new AnswerWatch(clock);
    this.#samples = new Map(
      plan.steps.map(({ entity, sources }) => [
        entity.name,
        this.#stateOf(entity.name)?.done ? [] : sources.map((source) => sampledRows(source, files)),
      ]),
    );
    this.#estimate();
  }

  /** Its requests, which know their limits. */
  use(requests: Pick<OpenTransport, 'allowed'>): void {
    this.#requests = requests;
  }

  /** Takes an event into account. */
  observe(event: RunEvent | TransportEvent): void {
    if (event.type === 'step.started') {
      this.#running = event.entity;
      this.#begun = { rows: event.state.counts.read, requests: this.watch.succeeded };
      this.#window.add(this.#sample());
    } else if (event.type === 'step.done') {
      this.#running = undefined;
    } else if (event.type === 'committed') this.#window.add(this.#sample());
    else this.watch.observe(event);
  }

  /** The run is over, early or not. */
  end(): void {
    this.#running = undefined;
  }

  /** The progress of the run now; the estimates of the checkpoint become those that are known now. */
  now(): ProgressOfRun {
    const { plan, limits, clock } = this.#deps;
    this.#estimate();
    this.#window.add(this.#sample());
    const entities = plan.steps.map(({ entity }) => [entity.name, this.#entity(entity.name)] as const);
    const { rates } = this.#window;
    const isLimited = Number.isFinite(this.#allowed(limits.batchClass).perMinute);
    const waiting = this.#running === undefined ? undefined : this.watch.waiting(isLimited);
    const { sent, retried, lastError } = this.watch;
    const left = this.#left();
    return {
      type: 'progress',
      ...extentOf(entities.map(([, each]) => each)),
      ...(this.#running === undefined ? {} : { entity: this.#running }),
      ...(rates ? { rowsPerMinute: Math.round(rates.rows) } : {}),
      requests: {
        sent,
        retried,
        ...(left ? { left: Math.ceil(left.requests) } : {}),
        ...this.#rateOfRequests(rates?.classes),
      },
      // Nobody knows when a service answers again, or a person resumes.
      ...(waiting?.why === 'noAnswer' || waiting?.why === 'paused' ? {} : etaOf(left?.ms, clock)),
      ...(waiting ? { waiting } : {}),
      ...(lastError ? { lastError } : {}),
      entities: Object.fromEntries(entities),
    };
  }

  #stateOf(name: EntityName): StepState | undefined {
    return this.#deps.checkpoint.steps[name];
  }

  #sample(): Parameters<PaceWindow['add']>[0] {
    const { clock, plan } = this.#deps;
    const rows = plan.steps.reduce(
      (sum, { entity }) => sum + (this.#stateOf(entity.name)?.counts.read ?? 0),
      0,
    );
    const { succeeded, answered } = this.watch;
    return { at: clock.elapsed(), rows, requests: succeeded, classes: { ...answered } };
  }

  #estimate(): void {
    for (const step of this.#deps.plan.steps) {
      const { name } = step.entity;
      const state = this.#stateOf(name);
      if (!state || state.done) continue;
      const expected = expectedRows(step, state, this.#samples.get(name) ?? []);
      if (expected) state.expected = expected;
      else delete state.expected;
    }
  }

  #entity(name: EntityName): EntityProgress {
    const state = this.#stateOf(name) as StepState;
    const isRunning = name === this.#running;
    return { state: state.done ? 'done' : isRunning ? 'running' : 'waiting', ...progressOf(state) };
  }

  /** The requests that are left, and how long they take; undefined if it is not known how many rows are left. */
  #left(): { readonly requests: number; readonly ms: number | undefined } | undefined {
    let [requests, minutes] = [0, 0];
    const { rates } = this.#window;
    const achieved =
      rates && rates.overMs >= ACHIEVED_MS && rates.requests > 0 ? rates.requests : Number.POSITIVE_INFINITY;
    for (const step of this.#deps.plan.steps) {
      const state = this.#stateOf(step.entity.name) as StepState;
      if (state.done) continue;
      if (!state.expected) return undefined;
      const rows = Math.max(0, state.expected.rows - state.counts.read);
      const needed = Math.ceil(rows / this.#rowsPerRequest(step, state));
      requests += needed;
      minutes += needed / Math.min(this.#allowed(this.#classOf(step)).perMinute, achieved);
    }
    const { batchClass } = this.#deps.limits;
    const isKnown = Number.isFinite(achieved) || Number.isFinite(this.#allowed(batchClass).perMinute);
    return { requests, ms: isKnown ? minutes * 60_000 + this.watch.holdMs : undefined };
  }

  #rowsPerRequest({ entity, route }: Step, { counts }: StepState): number {
    const requests = this.watch.succeeded - this.#begun.requests;
    const rows = counts.read - this.#begun.rows;
    return entity.name === this.#running && requests >= REQUESTS_MIN && rows > 0
      ? rows / requests
      : route.maxItems;
  }

  /** The class whose limit is used most; before anything was sent, that of the rows that are written now. */
  #rateOfRequests(used: Readonly<Record<string, number>> = {}): Partial<ProgressOfRun['requests']> {
    const { plan, limits } = this.#deps;
    const own = this.#classOf(plan.steps.find(({ entity }) => entity.name === this.#running));
    const shareOf = (name: string): number => (used[name] ?? 0) / this.#allowed(name).perMinute;
    const rateClass = Object.keys(used).reduce(
      (most, name) => (shareOf(name) > shareOf(most) ? name : most),
      own,
    );
    const { perMinute, by } = this.#allowed(rateClass);
    return {
      rateClass,
      ...(used[rateClass] === undefined ? {} : { perMinute: rounded(used[rateClass]) }),
      ...(Number.isFinite(perMinute)
        ? {
            allowedPerMinute: rounded(perMinute),
            allowedBy: by !== 'budget' ? by : limits.isDeclared ? 'declared' : 'documented',
          }
        : {}),
    };
  }

  #allowed(rateClass: string): AllowedRate {
    return this.#requests?.allowed(rateClass) ?? { perMinute: Number.POSITIVE_INFINITY, by: 'budget' };
  }

  #classOf(step: Step | undefined): string {
    const { batchClass, singleClass } = this.#deps.limits;
    return step?.route.maxItems === 1 ? singleClass : batchClass;
  }
}

/** To one decimal. */
const rounded = (value: number): number => Math.round(value * 10) / 10;

function etaOf(ms: number | undefined, clock: Clock): Pick<ProgressOfRun, 'etaSeconds' | 'etaAt'> {
  if (ms === undefined || !Number.isFinite(ms)) return {};
  return { etaSeconds: Math.round(ms / 1_000), etaAt: new Date(clock.now() + ms).toISOString() };
}

const WINDOW_MS = 60_000;
/** Samples are at least so far apart. */
const EVERY_MS = 250;
/** With less time behind it, a rate says nothing. */
const MIN_MS = 5_000;

type Sample = {
  readonly at: number;
  readonly rows: number;
  readonly requests: number;
  /** Answered requests of each rate class. */
  readonly classes: Readonly<Record<string, number>>;
};

/** The numbers of what was done, a minute. */
type Rates = Omit<Sample, 'at'> & { readonly overMs: number };

const isAnswered = (sample?: Sample): boolean =>
  sample !== undefined && Object.keys(sample.classes).length > 0;

/** The number of rows and requests that were done in the last minute. */
class PaceWindow {
  readonly #samples: Sample[] = [];

  /** @param at milliseconds of a clock that never goes back; all else is counted since the beginning */
  add(sample: Sample): void {
    const samples = this.#samples;
    // The pace begins with the first answer: with the time before it, a limit that is kept would seem to be exceeded.
    if (isAnswered(sample) && !isAnswered(samples.at(-1))) samples.length = 0;
    const last = samples.at(-1);
    if (last && sample.at - last.at < EVERY_MS) return;
    samples.push(sample);
    // One that is as old as the window stays, so that the window is always full.
    while (samples.length > 2 && (samples[1] as Sample).at <= sample.at - WINDOW_MS) samples.shift();
  }

  /** Rows and requests a minute; undefined as long as too little is known. */
  get rates(): Rates | undefined {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)];
    if (!first || !last || last.at - first.at < MIN_MS) return undefined;
    const overMs = last.at - first.at;
    const perMinute = (count: number): number => (count / overMs) * 60_000;
    return {
      rows: perMinute(last.rows - first.rows),
      requests: perMinute(last.requests - first.requests),
      classes: Object.fromEntries(
        Object.entries(last.classes).map(([name, count]) => [
          name,
          perMinute(count - (first.classes[name] ?? 0)),
        ]),
      ),
      overMs,
    };
  }
}
