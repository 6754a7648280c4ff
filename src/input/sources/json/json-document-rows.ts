import { RunError } from '../../../errors/run-error.ts';
import { scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX, parsedJson } from '../../json/parse-json.ts';
import { rememberRounded, roundedOf } from '../../json/rounded-numbers.ts';
import type { RowSink } from '../../rows/record.ts';
import type { Problem, Row, Values } from '../../rows/row.ts';
import { rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { ROW_BYTES_MAX } from '../source.ts';
import { nextElement, trimmed } from './json-array-resync.ts';
import { JsonElementScan } from './json-element-scan.ts';
import { Enclosing, keyIn } from './json-enclosing.ts';
import type { ParentColumn, RowsPath } from './json-path.ts';
import { bareEnd, JsonStructure } from './json-structure.ts';
import { placedFault, readJsonValue, syntaxFault } from './json-value.ts';

const NO_VALUES: Values = Object.freeze({});
const CR = 0x0d;

/** A row whose end has not been found yet. */
type Begun = {
  readonly scan: JsonElementScan | 'bare';
  /** Bytes of it that the scan has seen. */
  seen: number;
  /** Set if it is too long to be kept, so that its bytes are dropped. */
  dropped?: { readonly line: number; readonly byte: number; readonly raw: string };
};

/** Properties that all rows of one document share. */
export type DocumentFile = {
  /** The path of the file, for errors. */
  readonly path: string;
  /** The file's index in its step. */
  readonly file: number;
  readonly encoding: string;
  readonly rows: RowsPath;
  /** The columns that take a value from an object around the row. */
  readonly parents: readonly ParentColumn[];
  /** True if rows are the names under which they stand, and their value. */
  readonly isKeyed?: boolean;
  /** Last names of rows whose values are not read. */
  readonly unread?: ReadonlySet<string>;
};

/**
 * Parses the rows at a path of a JSON document, or of several documents one after the other. Keeps at most one row of
 * the maximum length and one piece in memory.
 */
export class JsonDocumentRows implements RowParser {
  readonly structure: JsonStructure;
  readonly #of: DocumentFile;
  readonly #enclosing: Enclosing;
  readonly #hasKey: boolean;
  #row = 0;
  #begun: Begun | undefined;

  /** @param byte where the document begins, after a byte order mark */
  constructor(of: DocumentFile, byte: number) {
    this.#of = of;
    this.#enclosing = new Enclosing(of.parents, of.path);
    this.#hasKey = of.rows.steps.at(-1)?.kind === 'members';
    this.structure = new JsonStructure(
      of.path,
      of.rows.steps,
      {
        wants: (name) => this.#enclosing.wants(name),
        scalar: (json, line) => this.#enclosing.keep(this.structure.open, parsedJson(json, true), line),
      },
      { byte, line: 1 },
    );
  }

  push(piece: Buffer, sink: RowSink): void {
    this.structure.window.push(piece);
    this.#rows(sink, false);
  }

  end(sink: RowSink): void {
    this.#rows(sink, true);
    this.structure.window.release();
  }

  #rows(sink: RowSink, final: boolean): void {
    for (;;) {
      if (!this.#begun) {
        if (!this.structure.toNext(final)) return;
        this.#begun = this.#begin();
      }
      const row = this.#begun.dropped ? this.#drop(this.#begun, final) : this.#read(this.#begun, final);
      if (!row) return;
      this.#begun = undefined;
      sink.row(row);
    }
  }

  #begin(): Begun {
    const { window } = this.structure;
    const first = String.fromCharCode(window.bytes[window.at] as number);
    const last = this.#of.rows.steps.at(-1)?.kind;
    if (first === '[' && last !== 'elements' && last !== 'members') throw this.#isArray();
    if ('}],:'.includes(first))
      throw this.structure.invalid(window.at, `a value is expected, found ${first}`);
    return { scan: '{["'.includes(first) ? new JsonElementScan() : 'bare', seen: 0 };
  }

  #isArray(): RunError {
    const { text } = this.#of.rows;
    const message = `${this.#of.path} has an array at ${text}, not a row`;
    const hint = `write  rows: ${text}[*]  for its elements`;
    return new RunError('SOURCE.PATH_INVALID', message, { hint, where: { file: this.#of.path } });
  }

  /** The row that has begun; undefined if more bytes are needed. */
  #read(begun: Begun, final: boolean): Row | undefined {
    const { bytes, at } = this.structure.window;
    const isOver = bytes.length - at > ROW_BYTES_MAX;
    const bound = isOver ? at + ROW_BYTES_MAX + 1 : bytes.length;
    const found =
      begun.scan === 'bare' ? bareEnd(bytes, at, bound) : begun.scan.run(bytes, at + begun.seen, bound);
    begun.seen = bound - at;
    const isLast = found === -1 && final && begun.scan === 'bare' && !isOver;
    if (isLast && this.structure.isCutOff(bytes.toString('latin1', at, bound)))
      throw this.structure.truncated();
    const end = isLast ? bound : found;
    if (end !== -1)
      return end - at > ROW_BYTES_MAX ? this.#take(end, this.#noValues(), tooLarge()) : this.#value(end);
    if (!isOver && !final) return undefined;
    const faultAt = this.#isUnread() ? undefined : faultIn(bytes, at, bound);
    if (faultAt !== undefined) return this.#broken(bound, faultAt);
    if (!isOver) throw this.structure.truncated();
    begun.dropped = { ...this.#start(), raw: rawText(bytes.subarray(at)) };
    return this.#drop(begun, final);
  }

  /** True if nobody asks for the value of this row, and so not for what is wrong in it. */
  #isUnread(): boolean {
    const container = this.structure.open.at(-1);
    return container !== undefined && this.#of.unread?.has(keyIn(container)) === true;
  }

  #start(): { readonly line: number; readonly byte: number; readonly before: Buffer | undefined } {
    const { window } = this.structure;
    return { line: window.atLine, byte: window.byteAt(window.at), before: window.lineBefore };
  }

  #value(end: number): Row {
    const { bytes, at } = this.structure.window;
    if (this.#isUnread()) return this.#take(end, this.#noValues());
    const start = this.#start();
    const read = readJsonValue(bytes, at, end, start.byte, this.#of.encoding);
    if ('value' in read) return this.#take(end, this.#valuesOf(read.value));
    const faultAt =
      read.at === undefined || read.text === undefined ? 0 : Buffer.byteLength(read.text.slice(0, read.at));
    if (read.at !== undefined && !bracketsFit(bytes, at, end)) return this.#broken(end, at + faultAt);
    return this.#take(end, this.#noValues(), placedFault(read, start));
  }

  #valuesOf(value: unknown): Values {
    const { open } = this.structure;
    if (this.#of.isKeyed) return this.#likeRead({ ...this.#noValues(), value }, value);
    const container = open.at(-1);
    const own = typeof value === 'object' && value !== null && !Array.isArray(value) ? value : { value };
    const added = this.#enclosing.valuesFor(open);
    const key = this.#hasKey && container ? { $key: keyIn(container) } : {};
    if (!this.#hasKey && this.#of.parents.length === 0) return own as Values;
    return this.#likeRead({ ...key, ...added, ...own }, own);
  }

  /** The values of a row, which have lost the digits that the value read has lost. */
  #likeRead(values: Values, read: unknown): Values {
    if (typeof read === 'object' && read !== null) rememberRounded(values, roundedOf(read));
    return values;
  }

  /** The values of a row that cannot be read. */
  #noValues(): Values {
    return this.#of.isKeyed ? { $keys: this.structure.open.map(keyIn) } : NO_VALUES;
  }

  /** The row of a value whose end cannot be told: if the next row can be, reading goes on there. */
  #broken(limit: number, faultAt: number): Row {
    const { window, open } = this.structure;
    const { bytes, at } = window;
    const before = window.lineBefore?.toString('latin1') ?? 'unknown';
    const indent = /^[ \t]*$/.test(before) ? before : undefined;
    const next = open.at(-1)?.isArray
      ? nextElement({ bytes, start: at, limit, indent, faultAt: indent === undefined ? faultAt : undefined })
      : undefined;
    const reason = syntaxFault(bytes.toString('latin1', at, limit)).problem.message;
    if (next === undefined) throw this.structure.invalid(faultAt, reason);
    const start = this.#start();
    const stop = trimmed(bytes, at, next);
    const read = readJsonValue(bytes, at, stop, start.byte, this.#of.encoding);
    const fault =
      'value' in read ? { code: 'NDJSON.SYNTAX_INVALID', message: reason } : placedFault(read, start);
    return this.#take(stop, this.#noValues(), fault, next);
  }

  /** @param next where the next row begins, if this one is broken */
  #take(end: number, values: Values, fault?: Problem, next?: number): Row {
    const { structure } = this;
    const { window } = structure;
    const { line, byte } = this.#start();
    const raw = fault && rawText(window.bytes.subarray(window.at, end));
    structure.passValue(end);
    const row = this.#placed(line, byte, values);
    if (next !== undefined) structure.passValue(next, 'value');
    return fault === undefined ? row : { ...row, fault, raw: raw ?? '' };
  }

  #placed(line: number, byte: number, values: Values): Row {
    const { window } = this.structure;
    this.#row += 1;
    const endByte = window.byteAt(window.at);
    return { file: this.#of.file, row: this.#row, line, byte, endLine: window.atLine, endByte, values };
  }

  #drop(begun: Begun, final: boolean): Row | undefined {
    const { window } = this.structure;
    const { bytes, at } = window;
    const { dropped, scan } = begun;
    const found =
      scan === 'bare' ? bareEnd(bytes, at, bytes.length) : scan.run(bytes, at + begun.seen, bytes.length);
    if (found === -1 && final) throw this.structure.truncated();
    // A carriage return at the end may be half of a line end.
    const stop = found !== -1 ? found : bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    begun.seen = bytes.length - stop;
    if (found === -1) {
      window.moveTo(stop);
      return undefined;
    }
    this.structure.passValue(stop);
    const { line = 0, byte = 0, raw = '' } = dropped ?? {};
    return { ...this.#placed(line, byte, this.#noValues()), fault: tooLarge(), raw };
  }
}

/** The index of the first fault in a value that does not end before `bound`; undefined if it is only cut off. */
function faultIn(bytes: Buffer, start: number, bound: number): number | undefined {
  if (scanJson(bytes, start, bound).depth > DEPTH_MAX) return undefined;
  const { at } = syntaxFault(bytes.toString('latin1', start, bound));
  return at === undefined || start + at >= bound ? undefined : start + at;
}

/** True if every bracket of a text is closed by its own kind, outside of strings. */
function bracketsFit(bytes: Buffer, start: number, end: number): boolean {
  const open: string[] = [];
  let inText = false;
  for (let at = start; at < end; at += 1) {
    const char = String.fromCharCode(bytes[at] as number);
    if (inText) {
      if (char === '\\') at += 1;
      else if (char === '"') inText = false;
    } else if (char === '"') inText = true;
    else if (char === '{' || char === '[') open.push(char);
    else if ((char === '}' && open.pop() !== '{') || (char === ']' && open.pop() !== '[')) return false;
  }
  return open.length === 0 && !inText;
}
