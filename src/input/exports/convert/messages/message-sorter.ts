import { setImmediate as nextTurn } from 'node:timers/promises';
import { jsonText } from '../../../json/json-text.ts';
import { ExternalSort } from '../../../prepared/external-sort.ts';
import type { SpillPlace } from '../../../prepared/spill.ts';
import type { SourceFile, SourceGivenReaction, SourceMessage } from '../../neutral.ts';
import type { Tally } from '../../tally.ts';
import type { ExportTable, NumberedPlace } from '../export-table.ts';
import type { Threads } from '../threads.ts';
import { besideOf, isCopy } from './beside-copies.ts';
import {
  Doubles,
  type Held,
  isMessageLine,
  KIND,
  OneRecord,
  sortNumber,
  type TABLE,
  tableOf,
  WORD,
  WORDS,
} from './message-line.ts';
import type { Shapes } from './message-shape.ts';

const LF = 0x0a;
const ROWS_PER_TURN = 8_192;

/** A reaction that stands beside its message, with its place. */
export type HeldReaction = { readonly reaction: SourceGivenReaction; readonly place: NumberedPlace };

/** The tables that messages go to, and what they are counted with. */
export type SorterDeps = {
  readonly tables: Readonly<Record<keyof typeof TABLE, ExportTable>>;
  readonly tally: Tally;
  readonly shapes: Shapes;
  /** Adds reactions to the rows of their message; returns the lines of the message with them. */
  withReactions(lines: string, reactions: readonly HeldReaction[], key: string): string;
  /** Makes the lines of a message that waited for its files. */
  made(message: SourceMessage): MadeMessage;
  /** Where replies are written live. */
  readonly threads: Threads | undefined;
};

/** What is known of a message beside its rows. */
type KnownMessage = {
  readonly place: NumberedPlace;
  readonly time: number;
  readonly version: number;
  readonly byContent: boolean;
};

/** The rows of a message as lines, each after the mark of its table, and the number of its shape. */
export type MadeMessage = { readonly lines: string; readonly shape: number };

/**
 * Brings the messages of an export together with their other copies and with what stands beside them, and then into the
 * order of time, in flat memory. Messages of the same time are in the order in which they were read.
 */
export class MessageSorter implements Disposable {
  readonly #deps: SorterDeps;
  readonly #byKey: ExternalSort;
  readonly #byTime: ExternalSort;
  readonly #words = new Uint32Array(WORDS);
  readonly #doubles = new Doubles();
  /** The only record so far with the number that is being read; all of them once there are several. */
  readonly #alone = new OneRecord();
  readonly #group: Held[] = [];
  #count = 0;
  #guessed = 0;

  constructor(place: SpillPlace, deps: SorterDeps) {
    this.#deps = deps;
    this.#byKey = new ExternalSort(place, WORDS);
    this.#byTime = new ExternalSort(place, WORDS);
  }

  /** Sentences about copies that were recognised by their content. */
  get notes(): readonly string[] {
    return this.#guessed === 0
      ? []
      : [
          `copies of messages that were recognised by their time, their author and their content, which is a guess: ${this.#guessed}`,
        ];
  }

  /**
   * @param key of the message
   * @param lines of its rows, each after the mark of its table and before a line end
   */
  add(key: string, lines: string, { shape, ...known }: KnownMessage & { readonly shape: number }): void {
    const words = this.#messageWords(known, KIND.message, key);
    words[WORD.shape] = shape;
    this.#byKey.add(this.#doubles.read(words, WORD.number), words, `${key}\n${lines}`, this.#count++);
  }

  /** Adds a message whose files are added on their own. */
  addWhole(key: string, message: SourceMessage, known: KnownMessage): void {
    this.#addJson(this.#messageWords(known, KIND.whole, key), key, message);
  }

  addFile(key: string, file: SourceFile, place: NumberedPlace): void {
    this.#addJson(this.#place(place, KIND.file, key), key, file);
  }

  addReaction(key: string, reaction: SourceGivenReaction, place: NumberedPlace): void {
    this.#addJson(this.#place(place, KIND.reaction, key), key, reaction);
  }

  #addJson(words: Uint32Array, key: string, value: object): void {
    const text = `${key}\n${jsonText(value)}`;
    this.#byKey.add(this.#doubles.read(words, WORD.number), words, text, this.#count++);
  }

  /** Writes everything to the tables. */
  async finish(signal: AbortSignal): Promise<void> {
    await this.#join(signal);
    const sorter = this.#byTime;
    const { threads } = this.#deps;
    for (let done = 1; sorter.next(); done++) {
      const place = this.#placeOf(sorter.words);
      const { bytes, start, end } = sorter;
      if (threads)
        threads.pass(bytes.toString('utf8', start, end), (lines) => {
          const changed = Buffer.from(lines);
          this.#write(changed, 0, changed.length, place);
        });
      else this.#write(bytes, start, end, place);
      if (done % ROWS_PER_TURN === 0) await turn(signal);
    }
    threads?.finish();
  }

  [Symbol.dispose](): void {
    this.#byKey[Symbol.dispose]();
    this.#byTime[Symbol.dispose]();
  }

  #messageWords({ place, time, version, byContent }: KnownMessage, kind: number, key: string): Uint32Array {
    const words = this.#place(place, kind, key);
    this.#doubles.write(words, WORD.time, time);
    this.#doubles.write(words, WORD.version, version);
    words[WORD.byContent] = byContent ? 1 : 0;
    return words;
  }

  #place({ file, line, byte, row, root }: NumberedPlace, kind: number, key: string): Uint32Array {
    const words = this.#words;
    words.fill(0);
    words[WORD.kind] = kind;
    words[WORD.file] = file;
    words[WORD.line] = line;
    words[WORD.row] = row;
    words[WORD.root] = root;
    words[WORD.order] = this.#count;
    this.#doubles.write(words, WORD.byte, byte);
    this.#doubles.write(words, WORD.number, sortNumber(key));
    return words;
  }

  #placeOf(words: Uint32Array): NumberedPlace {
    return {
      file: words[WORD.file] as number,
      line: words[WORD.line] as number,
      byte: this.#doubles.read(words, WORD.byte),
      row: words[WORD.row] as number,
      root: words[WORD.root] as number,
    };
  }

  /** Brings the copies of each message together. Most messages are alone, and their bytes are passed on as they are. */
  async #join(signal: AbortSignal): Promise<void> {
    const sorter = this.#byKey;
    let number = Number.NaN;
    for (let done = 1; sorter.next(); done++) {
      const { bytes, start, end, words } = sorter;
      const own = this.#doubles.read(words, WORD.number);
      if (own !== number) this.#endGroup();
      number = own;
      if (this.#alone.isSet || this.#group.length > 0) {
        if (this.#alone.isSet) this.#group.push(this.#alone.take());
        this.#group.push({ text: Buffer.from(bytes.subarray(start, end)), words: words.slice() });
      } else this.#alone.set(bytes, start, end, words);
      if (done % ROWS_PER_TURN === 0) await turn(signal);
    }
    this.#endGroup();
  }

  #endGroup(): void {
    const { isSet, words } = this.#alone;
    if (isSet && words[WORD.kind] === KIND.message) this.#endAlone();
    else if (isSet) this.#endMessage([this.#alone.take()]);
    for (const same of Map.groupBy(this.#group, keyOf).values()) this.#endMessage(same);
    this.#group.length = 0;
  }

  /** Passes on a message without other copies, and without anything beside it. */
  #endAlone(): void {
    const { bytes, end, words } = this.#alone;
    this.#alone.isSet = false;
    this.#deps.shapes.count(words[WORD.shape] as number, this.#deps.tally);
    const start = bytes.indexOf(LF) + 1;
    if (start === end) return;
    const isWritten = isMessageLine(bytes[start], bytes[start + 1]);
    if (isWritten) this.#deps.threads?.land(bytes.toString('utf8', 0, start - 1));
    const time = this.#doubles.read(words, WORD.time);
    this.#byTime.addBytes(time, words, { bytes, start, end }, words[WORD.order]);
  }

  /** Passes on the copy of a message that counts, with its reactions. */
  #endMessage(records: readonly Held[]): void {
    const { tally, shapes, threads } = this.#deps;
    const copies = records.filter(isCopy);
    const winner = copies.reduce<Held | undefined>(
      (best, each) => (best && this.#versionOf(best) > this.#versionOf(each) ? best : each),
      undefined,
    );
    const repeated = Math.max(0, copies.length - 1);
    tally.count('messages', { dropped: 'repeated' }, repeated);
    if (winner && winner.words[WORD.byContent] !== 0) this.#guessed += repeated;
    const { reactions, files } = besideOf(records, winner, tally);
    if (!winner) {
      tally.count('reactions', { dropped: 'messageMissing' }, reactions.length);
      tally.count('attachments', { dropped: 'messageMissing' }, files.length);
      return;
    }
    const { text, from, shape } = this.#linesOf(winner, files);
    shapes.count(shape, tally);
    const isWritten = isMessageLine(text[from], text[from + 1]);
    if (isWritten) threads?.land(keyOf(winner));
    if (!isWritten) tally.count('reactions', { dropped: 'messageLeftOut' }, reactions.length);
    if (reactions.length === 0 || !isWritten) {
      if (from < text.length) this.#pass(winner, text, from);
      return;
    }
    const given = reactions.map((each) => ({
      reaction: jsonOf<SourceGivenReaction>(each),
      place: this.#placeOf(each.words),
    }));
    const all = Buffer.from(this.#deps.withReactions(text.toString('utf8', from), given, keyOf(winner)));
    this.#pass(winner, all, 0);
  }

  /** The rows of a message as lines; one that waited for its files is made now. */
  #linesOf(
    winner: Held,
    files: readonly Held[],
  ): { readonly text: Buffer; readonly from: number; readonly shape: number } {
    const { text, words } = winner;
    if (words[WORD.kind] === KIND.message)
      return { text, from: text.indexOf(LF) + 1, shape: words[WORD.shape] as number };
    const message = jsonOf<SourceMessage>(winner);
    const { lines, shape } = this.#deps.made({
      ...message,
      // JSON has no NaN.
      time: message.time ?? Number.NaN,
      files: [...(message.files ?? []), ...files.map((file) => jsonOf<SourceFile>(file))],
    });
    return { text: Buffer.from(lines), from: 0, shape };
  }

  #versionOf = ({ words }: Held): number => this.#doubles.read(words, WORD.version);

  #pass({ words }: Held, bytes: Buffer, start: number): void {
    const time = this.#doubles.read(words, WORD.time);
    this.#byTime.addBytes(time, words, { bytes, start, end: bytes.length }, words[WORD.order]);
  }

  /** Writes the rows of a message to their tables. */
  #write(bytes: Buffer, start: number, end: number, place: NumberedPlace): void {
    const { tables } = this.#deps;
    for (let at = start; at < end; ) {
      const mark = bytes[at];
      const found = bytes.indexOf(LF, at);
      const stop = found === -1 || found > end ? end : found;
      tables[tableOf(mark)].addBytes(bytes, at + 1, stop, place);
      at = stop + 1;
    }
  }
}

const jsonOf = <T>({ text }: Held): T => JSON.parse(text.toString('utf8', text.indexOf(LF) + 1)) as T;
const keyOf = ({ text }: Held): string => text.toString('utf8', 0, text.indexOf(LF));

async function turn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await nextTurn();
}
