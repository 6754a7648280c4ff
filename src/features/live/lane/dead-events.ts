import { cannotWrite } from '../../../errors/run-error.ts';
import type { StateStore } from '../../../files/state/state-store.ts';
import { jsonIn } from '../../../input/json/defined.ts';
import { wholeLines } from '../../../pipeline/files/map/map-record.ts';
import type { InboxEvent } from '../inbox/inbox.ts';
import type { Side } from '../side.ts';
import type { Conflict } from './changes/conflicts/conflict.ts';
import { recordId } from './changes/fold.ts';
import type { DeadEvent } from './lane.ts';

/** Those that are shown. */
const SHOWN_MAX = 100;
/** More than the longest line: a body of 1 MiB takes up to 6 as JSON. */
const PIECE_BYTES = 8 << 20;

/** The file of the events of a side that could not be written, in the state. */
export const deadEventsName = (side: Side): string => `rejects/live-${side}.ndjson`;

/** An event that could not be written, as it was received. */
export type KeptDead = {
  readonly dead: DeadEvent;
  readonly event: InboxEvent;
  readonly conversation: string | undefined;
};

type Line = {
  readonly _code: string;
  readonly _message: string;
  readonly _seq: number;
  readonly _about: string;
  readonly _at: number;
  readonly _conversation?: string | undefined;
  readonly _receivedAt: number;
  readonly _headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly bodyBase64?: string;
};

/** Events of a side that could not be written: they stay in a file until they are read again and written. */
export class DeadEvents {
  readonly #state: StateStore;
  readonly #side: Side;
  #bytes: number;
  #shown: DeadEvent[] = [];
  /** Conversations of dead events, with the number of them. */
  readonly #conversations = new Map<string, number>();
  /** The records that they are about, each with its code. */
  readonly #reasons = new Set<string>();
  #lowest = 0;
  /** Numbers of those that are read again. */
  #wanted: number[] = [];

  private constructor(state: StateStore, side: Side, bytes: number) {
    this.#state = state;
    this.#side = side;
    this.#bytes = bytes;
  }

  /** Reads those that are kept. @throws the error of the store */
  static open(state: StateStore, side: Side): DeadEvents {
    const letters = new DeadEvents(state, side, 0);
    letters.#reset();
    return letters;
  }

  /** The last ones. */
  get shown(): readonly DeadEvent[] {
    return this.#shown;
  }

  /** True if a conversation has a dead event that nobody reads again. */
  holds(conversation: string): boolean {
    return this.#conversations.has(conversation);
  }

  /** True if one about the same record has the same code. */
  hasReason({ code, about }: Pick<DeadEvent, 'code' | 'about'>): boolean {
    return this.#reasons.has(`${code} ${about}`);
  }

  /** True if a conflict is kept already: records that stay apart are met again and again. */
  hasConflict({ change, winner }: Conflict): boolean {
    return winner === 'neither' && this.hasReason({ code: 'LIVE.CONFLICT', about: recordId(change) });
  }

  /** The lowest number of them; 0 without any. */
  get lowest(): number {
    return this.#lowest;
  }

  /** Wants those with a code, or all, to be read again; returns how many there are. */
  want(code: string | undefined): number {
    const wanted = [...this.#lines()].filter(({ line }) => code === undefined || line._code === code);
    this.#wanted = wanted.map(({ line }) => line._seq);
    return this.#wanted.length;
  }

  /** The next ones that are to be read again, at most so many. */
  takeWanted(most: number): readonly InboxEvent[] {
    if (this.#wanted.length === 0) return [];
    const seqs = new Set(this.#wanted.splice(0, most));
    return [...this.#lines()].flatMap(({ line }) => (seqs.has(line._seq) ? [eventOf(line, this.#side)] : []));
  }

  /** The number of those that are still to be read again. */
  get wanted(): number {
    return this.#wanted.length;
  }

  /** Those that were taken are to be read again after all. */
  wantAgain(seqs: readonly number[]): void {
    this.#wanted.push(...seqs);
  }

  dropWanted(seq: number): void {
    this.#wanted = this.#wanted.filter((each) => each !== seq);
  }

  /**
   * Adds letters, and removes those of events that were read again.
   * @throws RunError `STATE.UNWRITABLE`
   */
  async change(added: readonly KeptDead[], readAgain: ReadonlySet<number>): Promise<void> {
    const name = deadEventsName(this.#side);
    const text = added.map((letter) => `${JSON.stringify(lineOf(letter))}\n`).join('');
    if (readAgain.size > 0) {
      try {
        using draft = this.#state.draft(name);
        let at = 0;
        const write = (bytes: Buffer): void => {
          draft.write(bytes, at);
          at += bytes.length;
        };
        for (const { line, bytes } of this.#lines()) if (!readAgain.has(line._seq)) write(bytes);
        write(Buffer.from(text));
        draft.publish();
      } catch (error) {
        throw cannotWrite(error, this.#state.pathOf(name));
      }
      this.#reset();
      return;
    }
    if (text === '') return;
    if (this.#bytes === 0) await this.#state.begin(name);
    this.#bytes += await this.#state.append(name, text, this.#bytes);
    for (const { dead, conversation } of added) this.#show(dead, conversation);
  }

  /** Reads what the file has. */
  #reset(): void {
    this.#bytes = 0;
    this.#shown = [];
    this.#conversations.clear();
    this.#reasons.clear();
    for (const { line, end } of this.#lines()) {
      const { _code: code, _message: message, _seq: seq, _about: about, _at: at } = line;
      this.#show({ side: this.#side, seq, code, message, about, at }, line._conversation);
      this.#bytes = end;
    }
  }

  #show(dead: DeadEvent, conversation: string | undefined): void {
    this.#shown.push(dead);
    this.#reasons.add(`${dead.code} ${dead.about}`);
    this.#lowest = Math.min(this.#lowest, dead.seq);
    if (this.#shown.length > SHOWN_MAX) this.#shown.shift();
    if (conversation !== undefined)
      this.#conversations.set(conversation, (this.#conversations.get(conversation) ?? 0) + 1);
  }

  /** The whole lines of the file; what a kill has left at its end is none. */
  *#lines(): Generator<{ readonly line: Line; readonly bytes: Buffer; readonly end: number }> {
    using kept = this.#state.read(deadEventsName(this.#side));
    if (!kept) return;
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, kept.bytes));
    for (let at = 0; at < kept.bytes; ) {
      const begin = at;
      for (const { line, end } of wholeLines(piece.subarray(0, kept.read(piece, at)))) {
        at = begin + end;
        const found = parsed(line);
        if (found) yield { line: found, bytes: Buffer.concat([line, Buffer.from('\n')]), end: at };
      }
      if (at === begin) return;
    }
  }
}

function parsed(line: Buffer): Line | undefined {
  const found = jsonIn(line.toString());
  return typeof found === 'object' && found !== null && '_seq' in found ? (found as Line) : undefined;
}

function lineOf({ dead, event, conversation }: KeptDead): Line {
  const text = event.body.toString();
  const isText = Buffer.from(text).equals(event.body);
  return {
    _code: dead.code,
    _message: dead.message,
    _seq: dead.seq,
    _about: dead.about,
    _at: dead.at,
    _conversation: conversation,
    _receivedAt: event.receivedAt,
    _headers: event.headers,
    ...(isText ? { body: text } : { bodyBase64: event.body.toString('base64') }),
  };
}

function eventOf(line: Line, side: Side): InboxEvent {
  const body =
    line.bodyBase64 === undefined ? Buffer.from(line.body ?? '') : Buffer.from(line.bodyBase64, 'base64');
  return { side, seq: line._seq, receivedAt: line._receivedAt, headers: line._headers, body };
}
