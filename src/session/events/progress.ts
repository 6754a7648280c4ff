import type { RunEvent } from '../../delivery/run.ts';
import type { EventOf, StreamEvent } from '../../report/events/event-schema.ts';
import { type LineOptions, liveBlock, plainLine, waitingText } from '../../report/events/progress-lines.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import { duration, printable } from '../../terminal/printable.ts';
import { TITLE_GIVEN_BACK, TITLE_KEPT, titled } from '../../terminal/title.ts';
import { widthOf } from '../../terminal/width.ts';

export type ProgressOptions = LineOptions & {
  readonly write: (text: string) => void;
  /** True to redraw a block of lines; false to print one line every 30 s. */
  readonly live: boolean;
  /** On abort a message is printed below the block; the next block is drawn below that message. */
  readonly signal: AbortSignal;
};

const LIVE_EVERY_MS = 200;
const PLAIN_EVERY_MS = 30_000;

/** Shows the progress of a run to a person until it is disposed of. */
export class Progress implements RunListener, Disposable {
  readonly everyMs: number;
  readonly #options: ProgressOptions;
  /** The lines of the block that is on the screen. */
  #drawn: readonly string[] = [];
  #title = '';
  /** True if it was said that requests fail. */
  #isTroubled = false;
  /** True if an entity was begun: a run that finds everything done has nothing to show. */
  #hasBegun = false;
  /** The target of a run that goes on: nobody is asked again. */
  #target: EventOf<'run.started'>['target'] | undefined;

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.everyMs = options.live ? LIVE_EVERY_MS : PLAIN_EVERY_MS;
    options.signal.addEventListener('abort', this.#forgetBlock, { once: true });
  }

  observe(event: StreamEvent): void {
    if (event.type === 'run.started' && event.resumed) this.#target = event.target;
    if ('entity' in event && event.entity !== undefined) this.#begin();
    if (event.type === 'progress') {
      if (!this.#hasBegun) return;
      if (this.#options.live) this.#redraw(event);
      else this.#printProgress(event);
    } else if (!this.#options.live) this.#print(event);
  }

  /** A service that takes connections and says nothing is named before the first request has failed. */
  readonly follow = (event: RunEvent | TransportEvent): void => {
    if (event.type !== 'silent' || this.#options.live) return;
    this.#isTroubled = true;
    this.#line(`trouble: ${printable(event.reason)}`);
  };

  #begin(): void {
    this.#hasBegun = true;
    if (!this.#target) return;
    const { baseUrl = '', appId = '' } = this.#target;
    this.#target = undefined;
    this.#options.write(
      `continues, writing to ${printable(baseUrl)}${appId === '' ? '' : `, app ${printable(appId)}`}\n`,
    );
  }

  /** Draws the block over the last one, and writes both at once, so that no half of it can be seen. */
  #redraw(progress: EventOf<'progress'>): void {
    const { write } = this.#options;
    const block = liveBlock(progress, this.#options);
    write(`${this.#erased()}${block.join('\n')}\n${this.#titleOf(progress)}`);
    this.#drawn = block;
  }

  /** Moves to the beginning of the block. On a terminal that is narrower by now, its lines take several rows each. */
  #erased(): string {
    const columns = Math.max(1, this.#options.columns());
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);
    return rows > 0 ? `\u001b[${rows}A\u001b[J` : '';
  }

  /** The title of the window; empty if it has it already, or if nothing is written. */
  #titleOf({ percent, etaSeconds, waiting, entity }: EventOf<'progress'>): string {
    if (entity === undefined) return '';
    const eta = etaSeconds === undefined ? '' : ` ${duration(etaSeconds * 1_000).replaceAll('.', ':')}`;
    const isPaused = waiting?.why === 'refused' || waiting?.why === 'noAnswer';
    const title = titled(percent, isPaused ? 'waits' : `${entity}${eta}`, isPaused);
    if (title === this.#title) return '';
    const kept = this.#title === '' ? TITLE_KEPT : '';
    this.#title = title;
    return kept + title;
  }

  #print(event: Exclude<StreamEvent, { type: 'progress' }>): void {
    if (event.type === 'paused') this.#line(waitingText(event, this.#options.clock));
    else if (event.type === 'resumed') this.#line(`continues after ${duration(event.seconds * 1_000)}`);
    else if (event.type === 'entity.finished')
      this.#line(`${event.entity} done: ${event.counts.read} rows${notLandedIn(event.counts)}`);
    else if (event.type === 'retry' && !event.throttled && !this.#isTroubled) {
      this.#isTroubled = true;
      this.#line(`trouble: ${printable(event.reason)}`);
    }
    if (event.type === 'resumed') this.#isTroubled = false;
  }

  #printProgress(progress: EventOf<'progress'>): void {
    if (!progress.waiting) this.#isTroubled = false;
    this.#options.write(`${plainLine(progress, this.#options.clock)}\n`);
  }

  #line(text: string): void {
    this.#options.write(`${new Date(this.#options.clock.now()).toISOString()} ${text}\n`);
  }

  readonly #forgetBlock = (): void => {
    this.#drawn = [];
  };

  [Symbol.dispose](): void {
    this.#options.signal.removeEventListener('abort', this.#forgetBlock);
    if (this.#title !== '') this.#options.write(TITLE_GIVEN_BACK);
  }
}

const notLandedIn = ({ rejected, blocked, skipped }: EventOf<'entity.finished'>['counts']): string =>
  (skipped > 0 ? `, ${skipped} skipped` : '') +
  (rejected + blocked > 0 ? `, ${rejected + blocked} rejected` : '');
