import { type OpenLog, type StateStore, textIn } from '../../../files/state/state-store.ts';
import { jsonIn } from '../../../input/json/defined.ts';
import type { Side } from '../side.ts';

/** Crashes after which the events are taken one by one, and after which such a one is dead. */
const CRASHES_MAX = 2;
/** The note has always as many bytes: a shorter one leaves nothing of a longer one. */
const NOTE_BYTES = 128;

type Note = { readonly from: number; readonly until: number; readonly crashes: number };

/**
 * The events that are being read and converted. If the process ends meanwhile, the next one finds them here: an event that ends
 * the process time after time is told from the others. A note survives a kill; after a power cut nobody needs it.
 */
export class ReadingNote implements Disposable {
  readonly #log: OpenLog;
  readonly #before: Note | undefined;
  #crashes: number;

  private constructor(log: OpenLog, before: Note | undefined) {
    this.#log = log;
    this.#before = before;
    this.#crashes = before ? before.crashes + 1 : 0;
  }

  static async open(state: StateStore, side: Side): Promise<ReadingNote> {
    const name = `live/reading-${side}`;
    if ((await state.bytesOf(name)) === undefined) await state.begin(name);
    return new ReadingNote(
      state.open(name),
      jsonIn(textIn(state, name, NOTE_BYTES) ?? '') as Note | undefined,
    );
  }

  /** The most events of a side that may be taken now, where others may be as many as `most`. */
  most(most: number): number {
    return this.#crashes >= CRASHES_MAX ? 1 : most;
  }

  /** True for an event that ended the process each time when it was read alone. */
  isPoison(seq: number): boolean {
    const { from, until, crashes } = this.#before ?? { from: -1, until: -1, crashes: 0 };
    return from === seq && until === seq && crashes + 1 >= 2 * CRASHES_MAX;
  }

  begin(seqs: readonly number[]): void {
    const [from, until] = [Math.min(...seqs), Math.max(...seqs)];
    this.#write({ from, until, crashes: this.#crashes });
  }

  /** Takes note that the events were read: none of them ends the process. */
  end(seqs: readonly number[]): void {
    this.#write(undefined);
    if (this.#before === undefined || Math.max(...seqs) >= this.#before.until) this.#crashes = 0;
  }

  #write(note: Note | undefined): void {
    this.#log.write(Buffer.from((note ? JSON.stringify(note) : '').padEnd(NOTE_BYTES)), 0);
  }

  [Symbol.dispose](): void {
    this.#log[Symbol.dispose]();
  }
}
