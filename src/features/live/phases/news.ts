import type { StreamEvent } from '../../../report/events/event-schema.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { amount, duration, grouped, printable } from '../../../terminal/printable.ts';
import { fitted } from '../../../terminal/width.ts';
import type { DeadEvent } from '../lane/lane.ts';
import type { AnswerTimes } from '../receive/answer-times.ts';
import type { LiveGap } from './documents/gaps.ts';
import type { LiveDocument } from './documents/live-document.ts';
import type { PhaseDocument } from './documents/phase-document.ts';

/** Time from one line of numbers to the next, milliseconds: on a terminal that is drawn again, and elsewhere. */
const DRAWN_EVERY_MS = 500;
const PLAIN_EVERY_MS = 60_000;
/** Goes up to the line of numbers and removes it, in a form that every terminal is given as it is. */
const ERASED = '\u001b[1A\u001b[J';
/** Time from one event with numbers to the next. */
const LAG_EVERY_MS = 10_000;
/** A lag from which somebody is told. */
const LAG_MAX_MS = 60_000;

/** Those who hear of it, besides the person at the terminal. */
export type LiveAudience = {
  readonly listeners: readonly RunListener[];
  /** Hears what somebody should know who does not look. */
  readonly alarm: (text: string) => void;
  /** Hears the numbers, and how long answers to events took. */
  readonly take: (live: LiveDocument, answers: AnswerTimes) => void;
  /** Hears what is said to the person at the terminal. */
  readonly said: (sentence: string) => void;
};

/** For commands that nobody else listens to. */
export const NOBODY: LiveAudience = { listeners: [], alarm: () => {}, take: () => {}, said: () => {} };

/** Tells what happens while two systems are kept alike: a person at the terminal, programs, and those whom the pipeline names. */
export class LiveNews {
  readonly #context: Runtime & Stderr;
  readonly #audience: LiveAudience;
  #saidAt = Number.NEGATIVE_INFINITY;
  #shownAt = Number.NEGATIVE_INFINITY;
  #isDrawn = false;
  #isLate = false;
  #dead = 0;

  constructor(context: Runtime & Stderr, audience: LiveAudience) {
    this.#context = context;
    this.#audience = audience;
  }

  /** Takes how many events could not be written before: they were told then. */
  begin(dead: number): void {
    this.#dead = dead;
  }

  phase({ phase, since }: Pick<PhaseDocument, 'phase' | 'since'>): void {
    this.#tell({ type: 'live.phase', phase, since });
    this.say(`phase: ${phase}`);
    this.#audience.alarm(`phase ${phase}`);
  }

  gap({ side, from, to, closed }: LiveGap): void {
    const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    this.#tell({ type: 'live.gap', side, ...times, closed: closed !== undefined });
    const what = closed === undefined ? 'nobody received events' : 'what changed was listed';
    this.say(`${side} side, ${times.from} to ${times.to}: ${what}`);
    if (closed === undefined)
      this.#audience.alarm(`nobody received events of the ${side} side for ${duration(to - from)}`);
  }

  /** @param all the last events that could not be written @param count how many there are in all */
  dead(all: readonly DeadEvent[], count: number): void {
    const more = count - this.#dead;
    this.#dead = count;
    if (more <= 0) return;
    for (const { side, seq, code, message, about } of all.slice(-more)) {
      this.#tell({ type: 'live.dead', side, seq: Math.abs(seq), code, message, about });
      this.say(`cannot be written, ${side} side, event ${seq}: ${code}: ${printable(message)}`);
    }
    this.#audience.alarm(`${amount(more, 'event')} could not be written`);
  }

  /** Takes the numbers; called again and again. */
  numbers(live: LiveDocument, answers: AnswerTimes): void {
    const { clock } = this.#context.system;
    const { live: isDrawn, quiet } = this.#context;
    const waited = live.lagMs.oldestWaiting ?? 0;
    const isLate = Math.max(waited, live.lagMs.p95) > LAG_MAX_MS;
    if (isLate && !this.#isLate)
      this.#audience.alarm(`events are written ${duration(Math.max(waited, live.lagMs.p95))} late`);
    this.#isLate = isLate;
    this.#audience.take(live, answers);
    if (clock.elapsed() - this.#saidAt >= LAG_EVERY_MS) {
      this.#saidAt = clock.elapsed();
      const waiting = live.forward.waiting + (live.back?.waiting ?? 0);
      this.#tell({ type: 'live.lag', ...live.lagMs, waiting });
    }
    if (clock.elapsed() - this.#shownAt < (isDrawn ? DRAWN_EVERY_MS : PLAIN_EVERY_MS)) return;
    this.#shownAt = clock.elapsed();
    if (quiet) return;
    const line = numbersLine(live);
    if (!isDrawn) {
      this.#write(line);
      return;
    }
    const shown = `${fitted(line, Math.max(1, this.#context.columns() - 1))}\n`;
    this.#context.err(this.#isDrawn ? `${ERASED}${shown}` : shown);
    this.#isDrawn = true;
  }

  /** Prints a sentence with its time. */
  say(sentence: string): void {
    this.#audience.said(sentence);
    if (!this.#context.quiet) this.#write(printable(sentence));
  }

  warn(sentence: string): void {
    this.#tell({ type: 'warning', message: sentence });
    this.#audience.said(sentence);
    this.#erase();
    this.#context.err(`warning: ${printable(sentence)}\n`);
  }

  /** Leaves the line of numbers. */
  end(): void {
    this.#isDrawn = false;
  }

  #tell(event: StreamEvent): void {
    for (const each of this.#audience.listeners) each.observe(event);
  }

  #write(line: string): void {
    this.#erase();
    this.#context.err(`${new Date(this.#context.system.clock.now()).toISOString()} ${line}\n`);
  }

  #erase(): void {
    if (this.#isDrawn) this.#context.err(ERASED);
    this.#isDrawn = false;
  }
}

/** The numbers on one line. */
function numbersLine({ forward, back, lagMs }: LiveDocument): string {
  const one = (
    name: string,
    { created, updated, removed, waiting, dead }: LiveDocument['forward'],
  ): string => {
    const written = `${grouped(created + updated + removed)} written`;
    const left = `${grouped(waiting)} waiting`;
    return `${name} ${[written, left, ...(dead > 0 ? [`${grouped(dead)} dead`] : [])].join(', ')}`;
  };
  // While nothing is written, those before say nothing.
  const lag = Math.max(lagMs.p95, lagMs.oldestWaiting ?? 0);
  return [
    one('old → new', forward),
    ...(back ? [one('new → old', back)] : []),
    `lag ${lag < 60_000 ? `${(lag / 1_000).toFixed(1)} s` : duration(lag)}`,
  ].join(' · ');
}
