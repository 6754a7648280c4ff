import { isUtf8 } from 'node:buffer';
import { RunError } from '../../../../errors/run-error.ts';
import type { Problem } from '../../../../input/rows/row.ts';
import { openBytes } from '../../../../input/sources/bytes/bytes.ts';
import { LineFramer } from '../../../../input/sources/line-framer.ts';
import { encodingInvalid, rawText, tooLarge } from '../../../../input/sources/row-fault.ts';
import { ROW_BYTES_MAX } from '../../../../input/sources/source.ts';
import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import { restOfFile } from '../../../files/unreadable.ts';
import type { RecordPlace, UnreadableRow } from '../../../neutral.ts';
import { type DayOrder, dayOf } from './dates.ts';
import { type Dialect, type Header, headerOf } from './header.ts';

/** A line of a file, without its end. */
export type TextLine = {
  readonly text: string;
  readonly place: RecordPlace;
  /** The number of empty lines before it. */
  readonly empty: number;
  /** Set if it is not the text that it should be. */
  readonly problem?: Problem;
};

/** Means of reading a file. */
export type Reading = { readonly files: ExportFiles; readonly signal: AbortSignal };

/**
 * Passes the lines of a file that are not empty, in flat memory.
 * @throws RunError `SOURCE.*`
 */
async function passLines(file: ExportFile, take: (line: TextLine) => void, reading: Reading): Promise<void> {
  const { path, name } = file;
  const bytes = await openBytes(path, undefined, reading.files.system);
  const framer = new LineFramer({ byte: bytes.start, line: 1 });
  let next = 1;
  const one = (found: NonNullable<ReturnType<LineFramer['next']>>): void => {
    const { start, end, cut, line, byte, endLine } = found;
    const part = framer.bytes.subarray(start, end);
    const problem =
      cut !== undefined ? tooLarge() : isUtf8(part) ? undefined : encodingInvalid(part, byte, bytes.encoding);
    take({
      text: cut ?? part.toString(),
      place: { file: name, line, byte },
      empty: line - next,
      ...(problem ? { problem } : {}),
    });
    next = endLine;
  };
  for await (const piece of bytes.read(bytes.start, reading.signal)) {
    framer.push(piece);
    for (let found = framer.next(); found; found = framer.next()) one(found);
  }
  const last = framer.end();
  if (last) one(last);
}

/** A message as it stands in its file. */
export type Entry = {
  readonly header: Header;
  /** The beginning of its day, in milliseconds since 1970 as if in UTC. */
  readonly day: number;
  /** The lines after the first one, with a line end before each. */
  readonly more: string;
  readonly place: RecordPlace;
  readonly problem?: Problem;
};

/** Takes the messages of a file, and what is none. */
export type EntryTaker = {
  entry(entry: Entry): void;
  unreadable(row: UnreadableRow, place: RecordPlace): void;
};

/** Codes of faults of one file alone. */
const DAMAGED: ReadonlySet<string> = new Set([
  'SOURCE.TRUNCATED',
  'SOURCE.UNREADABLE',
  'SOURCE.ENCODING_UNKNOWN',
  'SOURCE.ARCHIVE_UNSAFE',
]);

/**
 * Passes the lines of a file up to where it breaks off.
 * @returns the damage; undefined if there is none
 * @throws RunError `SOURCE.*` if it is the only file of the export
 */
export async function passSoundLines(
  file: ExportFile,
  take: (line: TextLine) => void,
  reading: Reading,
): Promise<RunError | undefined> {
  try {
    await passLines(file, take, reading);
    return undefined;
  } catch (error) {
    if (error instanceof RunError && DAMAGED.has(error.code) && reading.files.all.length > 1) return error;
    throw error;
  }
}

/**
 * Passes the messages of a file, each with all of its lines, in flat memory. What stands before the first one, and the rest
 * of a file that breaks off among others, is unreadable.
 * @throws RunError `SOURCE.*` if the only file of the export cannot be read
 */
export async function passEntries(
  file: ExportFile,
  { dialect, order }: { readonly dialect: Dialect; readonly order: DayOrder },
  taker: EntryTaker,
  reading: Reading,
): Promise<void> {
  const joiner = new EntryJoiner(dialect, order, taker);
  const damage = await passSoundLines(file, (line) => joiner.add(line), reading);
  joiner.end();
  if (damage) taker.unreadable(restOfFile(file, damage), { file: file.name, line: joiner.line });
}

/** Joins the lines of each message. */
class EntryJoiner {
  line = 1;
  readonly #dialect: Dialect;
  readonly #order: DayOrder;
  readonly #taker: EntryTaker;
  #begun: Omit<Entry, 'more' | 'problem'> | undefined;
  #problem: Problem | undefined;
  #more: string[] = [];
  #chars = 0;
  /** Lines before the first message, as one text. */
  #before: { text: string; readonly place: RecordPlace } | undefined;

  constructor(dialect: Dialect, order: DayOrder, taker: EntryTaker) {
    this.#dialect = dialect;
    this.#order = order;
    this.#taker = taker;
  }

  add({ text, place, empty, problem }: TextLine): void {
    this.line = place.line;
    const header = headerOf(text);
    const day = header?.dialect.key === this.#dialect.key ? dayOf(header, this.#order) : undefined;
    if (header && day !== undefined) {
      this.end();
      this.#begun = { header, day, place };
      this.#problem = problem;
      this.#chars = text.length;
    } else if (this.#begun) this.#continue('\n'.repeat(empty + 1), text, problem);
    else if (this.#before === undefined) this.#before = { text: rawText(text), place };
    else this.#before.text = rawText(`${this.#before.text}\n${text}`);
  }

  #continue(ends: string, text: string, problem: Problem | undefined): void {
    this.#problem ??= problem;
    this.#chars += ends.length + text.length;
    if (this.#chars > ROW_BYTES_MAX) this.#problem ??= tooLarge();
    // Nothing more is kept of what is rejected.
    if (this.#problem) this.#more.length = 0;
    else this.#more.push(ends, text);
  }

  /** Ends the message that has begun. */
  end(): void {
    const [begun, before, problem] = [this.#begun, this.#before, this.#problem];
    if (before) this.#taker.unreadable({ problem: HEADLESS, raw: before.text }, before.place);
    if (begun) this.#taker.entry({ ...begun, more: this.#more.join(''), ...(problem ? { problem } : {}) });
    this.#begun = undefined;
    this.#before = undefined;
    this.#problem = undefined;
    this.#more = [];
  }
}

const HEADLESS: Problem = {
  code: 'EXPORT.ROW_UNKNOWN',
  field: 'time',
  message: 'the lines before the first message belong to no message',
};
