import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TemporaryPlace } from '../../../files/buffered-file.ts';
import { jsonText } from '../../../input/json/json-text.ts';
import { FingerprintMap } from '../../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../../keys/fingerprint64.ts';
import { ExternalSort } from '../../../tables/external-sort.ts';
import type { SourceFile, SourceGivenReaction, SourceMessage } from '../../neutral.ts';
import type { ExportTally } from '../../tally.ts';
import type { NumberedPlace } from '../export-table.ts';
import { Doubles, KIND, LINES, linesIn, sortNumber, tableOf, WORD, WORDS } from './message-line.ts';
import type { HeldReaction, KnownMessage, SorterDeps } from './sorter-deps.ts';

const LF = 0x0a;
const ROWS_PER_TURN = 8_192;

/** Change of a message when its turn comes, besides that its lines are written: nothing, or lines with reactions. */
type Change = { readonly key: string; readonly given: readonly HeldReaction[] };

/** Keys are short, and few messages are changed. */
const KEYS_BYTES = 4 << 20;
const CHANGES_BYTES = 1 << 20;
/** The most messages whose keys are in memory, in about 12 bytes each. */
const KEYS_MAX = 2_000_000;

/**
 * Brings the messages of an export together with their other copies and with what stands beside them, and into the order
 * of time, in flat memory. Messages of the same time are in the order in which they were read. The lines of messages are
 * sorted once, by time. Messages whose keys come once are written as they are; the others are sorted by their keys as well,
 * which tells which of them are left out or changed. So are all messages if they are very many, or replies wait for them.
 */
export class MessageSorter implements Disposable {
  readonly #deps: SorterDeps;
  readonly #byKey: ExternalSort;
  readonly #byTime: ExternalSort;
  /** In the order of `#byTime`: those of its messages that are left out, without a text, or changed. */
  readonly #changes: ExternalSort;
  readonly #words = new Uint32Array(WORDS);
  readonly #doubles = new Doubles();
  /** The keys of the messages so far, and those that come several times. */
  #known = new FingerprintMap(2);
  #several = new FingerprintMap(2);
  /** From this record on, messages are added to `#byKey` as they come. */
  #sortsFrom = Number.POSITIVE_INFINITY;
  readonly #group: HeldRecord[] = [];
  #count = 0;
  #guessed = 0;

  constructor(place: TemporaryPlace, deps: SorterDeps) {
    this.#deps = deps;
    if (deps.threads) this.#sortsFrom = 0;
    this.#byKey = new ExternalSort(place, WORDS, KEYS_BYTES);
    this.#byTime = new ExternalSort(place, WORDS);
    this.#changes = new ExternalSort(place, 1, CHANGES_BYTES);
  }

  /** Sentences about copies that were recognised by their content. */
  get notes(): readonly string[] {
    return this.#guessed === 0
      ? []
      : [`duplicate messages, recognised only by time, author and content: ${this.#guessed}`];
  }

  /**
   * @param key of the message
   * @param lines of its rows, each after the mark of its table and before a line end
   */
  add(key: string, lines: string, known: KnownMessage & { readonly shape: number }): void {
    const words = this.#messageWords(known, KIND.message, key);
    words[WORD.shape] = known.shape;
    words[WORD.lines] = linesIn(lines);
    if (this.#sortsAll) this.#sortByKey(words, `${key}\n`);
    this.#note(words, true);
    this.#byTime.add(known.time, words, `${key}\n${lines}`, this.#count++);
  }

  /** Notes the key of a record. */
  #note(words: Uint32Array, isMessage: boolean): void {
    if (this.#sortsAll) return;
    const [lo, hi] = [words[WORD.key] as number, words[WORD.key + 1] as number];
    if (isMessage && !this.#known.find(lo, hi)) this.#known.add(lo, hi);
    else if (!this.#several.find(lo, hi)) this.#several.add(lo, hi);
    if (this.#known.size + this.#several.size < KEYS_MAX) return;
    this.#sortsFrom = this.#count + 1;
    this.#known = this.#several = new FingerprintMap(2);
  }

  /** True if all messages are sorted by their keys. */
  get #sortsAll(): boolean {
    return this.#sortsFrom < Number.POSITIVE_INFINITY;
  }

  #isSortedByKey(words: Uint32Array): boolean {
    if (this.#sortsAll || this.#several.size === 0) return this.#sortsAll;
    return this.#several.find(words[WORD.key] as number, words[WORD.key + 1] as number);
  }

  #sortByKey(words: Uint32Array, text: string): void {
    this.#byKey.add(sortNumber(words), words, text, words[WORD.order]);
  }

  /** Adds a message that becomes rows when all have been read: its files are added on their own, or its conversation is undecided. */
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
    this.#note(words, false);
    this.#sortByKey(words, `${key}\n${jsonText(value)}`);
    this.#count++;
  }

  /** Writes everything to the tables. */
  async finish(signal: AbortSignal): Promise<void> {
    const sorter = this.#byTime;
    this.#known = new FingerprintMap(2);
    if (this.#sortsFrom > 0 && (this.#sortsAll || this.#several.size > 0))
      sorter.each(() => {
        const { words, bytes, start } = sorter;
        const isToSort = (words[WORD.order] as number) < this.#sortsFrom;
        if (isToSort && this.#isSortedByKey(words))
          this.#sortByKey(words, bytes.toString('utf8', start, this.#linesAt));
      });
    await this.#join(signal);
    const changes = this.#changes;
    const { threads, shapes, tally } = this.#deps;
    let hasChange = changes.next();
    for (let done = 1; sorter.next(); done++) {
      if (!this.#isSortedByKey(sorter.words)) shapes.count(sorter.words[WORD.shape] as number);
      if (hasChange && changes.words[0] === sorter.words[WORD.order]) {
        this.#writeChanged(changes);
        hasChange = changes.next();
      } else if (threads) this.#writeLines(this.#lines);
      else this.#write(sorter.bytes, this.#linesAt, sorter.end, this.#placeOf(sorter.words));
      if (done % ROWS_PER_TURN === 0) await turn(signal);
    }
    threads?.finish();
    shapes.finish(tally);
  }

  /** Writes the current message with its reactions; nothing if it is left out. */
  #writeChanged({ bytes, start, end }: ExternalSort): void {
    if (start === end) return;
    const { key, given } = JSON.parse(bytes.toString('utf8', start, end)) as Change;
    this.#writeLines(this.#deps.withReactions(this.#lines, given, key));
  }

  /** The index at which the lines of the current message begin, after its key. */
  get #linesAt(): number {
    const { bytes, start } = this.#byTime;
    return bytes.indexOf(LF, start) + 1;
  }

  get #lines(): string {
    return this.#byTime.bytes.toString('utf8', this.#linesAt, this.#byTime.end);
  }

  /** Writes lines of the current message. */
  #writeLines(lines: string): void {
    const place = this.#placeOf(this.#byTime.words);
    const write = (text: string): void => {
      const bytes = Buffer.from(text);
      this.#write(bytes, 0, bytes.length, place);
    };
    const { threads } = this.#deps;
    if (threads) threads.pass(lines, write);
    else write(lines);
  }

  [Symbol.dispose](): void {
    this.#byKey[Symbol.dispose]();
    this.#byTime[Symbol.dispose]();
    this.#changes[Symbol.dispose]();
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
    const { lo, hi } = fingerprint64(key);
    words[WORD.key] = lo;
    words[WORD.key + 1] = hi;
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

  /** Brings the copies of each message together. */
  async #join(signal: AbortSignal): Promise<void> {
    const sorter = this.#byKey;
    let number = Number.NaN;
    for (let done = 1; sorter.next(); done++) {
      const { bytes, start, end, words } = sorter;
      const own = sortNumber(words);
      if (own !== number) this.#endGroup();
      number = own;
      this.#group.push({ text: Buffer.from(bytes.subarray(start, end)), words: words.slice() });
      if (done % ROWS_PER_TURN === 0) await turn(signal);
    }
    this.#endGroup();
  }

  #endGroup(): void {
    const [first, ...others] = this.#group;
    if (first && others.length === 0) this.#endMessage([first]);
    else for (const same of Map.groupBy(this.#group, keyOf).values()) this.#endMessage(same);
    this.#group.length = 0;
  }

  /** Decides which copy of a message counts, and what it gets. */
  #endMessage(records: readonly HeldRecord[]): void {
    const { tally, shapes, threads } = this.#deps;
    const copies = records.filter(isCopy);
    const winner = copies.reduce<HeldRecord | undefined>(
      (best, each) => (best && this.#versionOf(best) > this.#versionOf(each) ? best : each),
      undefined,
    );
    const repeated = Math.max(0, copies.length - 1);
    tally.count('messages', { dropped: 'repeated' }, repeated);
    if (winner && winner.words[WORD.byContent] !== 0) this.#guessed += repeated;
    const { reactions, files } = besideOf(records, winner, tally);
    for (const each of copies) if (each !== winner && hasLines(each)) this.#change(each, '');
    if (!winner) {
      tally.count('reactions', { dropped: 'messageMissing' }, reactions.length);
      tally.count('attachments', { dropped: 'messageMissing' }, files.length);
      return;
    }
    const { shape, lines } = this.#endWinner(winner, files);
    shapes.count(shape);
    const isWritten = lines === LINES.message;
    if (isWritten) threads?.land(keyOf(winner));
    if (!isWritten) tally.count('reactions', { dropped: 'messageLeftOut' }, reactions.length);
    if (reactions.length === 0 || !isWritten) return;
    const given = reactions.map((each) => ({
      reaction: heldJson<SourceGivenReaction>(each),
      place: this.#placeOf(each.words),
    }));
    this.#deps.noteGivers(given.map(({ reaction }) => reaction));
    this.#change(winner, JSON.stringify({ key: keyOf(winner), given } satisfies Change));
  }

  /** The shape and the lines of the copy that counts; one that waited for its files is made now. */
  #endWinner(
    winner: HeldRecord,
    files: readonly HeldRecord[],
  ): { readonly shape: number; readonly lines: number | undefined } {
    const { words } = winner;
    if (words[WORD.kind] === KIND.message)
      return { shape: words[WORD.shape] as number, lines: words[WORD.lines] };
    const message = heldJson<SourceMessage>(winner);
    const { lines, shape } = this.#deps.made({
      ...message,
      // JSON has no NaN.
      time: message.time ?? Number.NaN,
      files: [...(message.files ?? []), ...files.map((file) => heldJson<SourceFile>(file))],
    });
    if (lines !== '') {
      const text = `${keyOf(winner)}\n${lines}`;
      this.#byTime.add(this.#doubles.read(words, WORD.time), words, text, words[WORD.order]);
    }
    return { shape, lines: linesIn(lines) };
  }

  #change({ words }: HeldRecord, text: string): void {
    const order = words[WORD.order] as number;
    this.#changes.add(this.#doubles.read(words, WORD.time), [order], text, order);
  }

  #versionOf = ({ words }: HeldRecord): number => this.#doubles.read(words, WORD.version);

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

async function turn(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await nextTurn();
}

type Sorted = { readonly words: Uint32Array };

/** True if a record is a copy of a message, not something that stands beside it. */
const isCopy = ({ words }: Sorted): boolean =>
  words[WORD.kind] === KIND.message || words[WORD.kind] === KIND.whole;

/**
 * The reactions and files beside the copy of a message that counts. In an export, or a file, that has another copy, they
 * may have been taken back since, and are counted as repeated; where there is no copy, they are those of all copies.
 */
function besideOf<T extends Sorted>(
  records: readonly T[],
  winner: T | undefined,
  tally: ExportTally,
): { readonly reactions: readonly T[]; readonly files: readonly T[] } {
  const isOfOther = besideOther(records.filter(isCopy), winner);
  const of = (kind: number): T[] => {
    const all = records.filter(({ words }) => words[WORD.kind] === kind);
    const own = all.filter((each) => !isOfOther(each));
    const counted = kind === KIND.file ? 'attachments' : 'reactions';
    tally.count(counted, { dropped: 'repeated' }, all.length - own.length);
    return own;
  };
  return { reactions: of(KIND.reaction), files: of(KIND.file) };
}

function besideOther(copies: readonly Sorted[], winner: Sorted | undefined): (beside: Sorted) => boolean {
  if (!winner || copies.length < 2) return () => false;
  const [root, file] = [rootOf(winner), fileOf(winner)];
  const roots = new Set(copies.map(rootOf));
  const files = new Set(copies.filter((copy) => rootOf(copy) === root).map(fileOf));
  return (beside) =>
    rootOf(beside) === root
      ? fileOf(beside) !== file && files.has(fileOf(beside))
      : roots.has(rootOf(beside));
}

const rootOf = ({ words }: Sorted): number => words[WORD.root] as number;
const fileOf = ({ words }: Sorted): number => words[WORD.file] as number;

/** A record that was sorted, with a text of its own. */
type HeldRecord = { readonly text: Buffer; readonly words: Uint32Array };

/** True if a copy of a message has lines to be written. */
const hasLines = ({ words }: HeldRecord): boolean =>
  words[WORD.kind] === KIND.message && words[WORD.lines] !== LINES.none;

/** The value of a record that is JSON. */
const heldJson = <T>({ text }: HeldRecord): T => JSON.parse(text.toString('utf8', text.indexOf(LF) + 1)) as T;
/** The key of the message. */
const keyOf = ({ text }: HeldRecord): string => text.toString('utf8', 0, text.indexOf(LF));
