import { RunError } from '../../../errors/run-error.ts';
import { shownChar } from '../../json/json-fault.ts';
import { DEPTH_MAX } from '../../json/parse-json.ts';
import { ROW_BYTES_MAX } from '../source.ts';
import { JsonElementScan } from './json-element-scan.ts';
import { type Container, leadsTo } from './json-enclosing.ts';
import type { PathStep } from './json-path.ts';
import { shownPlace, TextWindow } from './text-window.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const CR = 0x0d;
const CODES = { ',': 0x2c, ':': 0x3a, '[': 0x5b, ']': 0x5d, '{': 0x7b, '}': 0x7d } as const;
const SCALAR = /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)$/;
/** Texts that a number or word may be cut off to. */
const CUT_SCALAR =
  /^(?:-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?|t(?:r(?:ue?)?)?|f(?:a(?:l(?:se?)?)?)?|n(?:u(?:ll?)?)?)$/;

/** The names that are kept with their text, so that they are parsed once. */
const NAMES_MAX = 1_000;

/** The tokens that may come next. */
type Expected = 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'after';

/** Gets the values of a document that are no containers. */
export interface ScalarSink {
  /** True if the text of a scalar under the current name is needed. */
  wants(name: string | undefined): boolean;
  /** Gets the JSON text of a scalar that is wanted and at most `ROW_BYTES_MAX` long. */
  scalar(json: string, line: number): void;
}

/**
 * Reads the structure of JSON documents, one after the other in a text that comes in pieces, down to the values at a
 * path, where it stops. Memory is flat: it keeps the open containers, at most 64, and one token. What is nested more
 * deeply beside the path is passed over.
 */
export class JsonStructure {
  readonly window: TextWindow;
  /** The open containers, the innermost last. */
  readonly open: Container[] = [];
  /** The most steps of the path that a container has matched, and what this container has. */
  readonly deepest = { matched: -1, isArray: false, names: new Set<string>() };
  /** Documents that have begun. */
  documents = 0;
  /** Values at the path that have been reached. */
  found = 0;
  readonly #path: string;
  readonly #steps: readonly PathStep[];
  readonly #sink: ScalarSink;
  readonly #names = new Map<string, string>();
  #expected: Expected = 'value';
  /** Set while a string is left out that is not needed. */
  #inText = false;
  #escaped = false;
  /** Set while a value is left out that is nested too deep. */
  #deep: JsonElementScan | undefined;

  /** @param path of the file, for errors */
  constructor(
    path: string,
    steps: readonly PathStep[],
    sink: ScalarSink,
    from: { byte: number; line: number },
  ) {
    this.#path = path;
    this.#steps = steps;
    this.#sink = sink;
    this.window = new TextWindow(from);
  }

  /**
   * Reads up to the next value at the path.
   * @returns false if the text in memory ends before it
   * @throws RunError `SOURCE.JSON_INVALID`, at the end of the text also `SOURCE.TRUNCATED`
   */
  toNext(final: boolean): boolean {
    for (;;) {
      if (this.#inText && !this.#skipText()) break;
      if (this.#deep && !this.#skipDeep(this.#deep)) break;
      if (!this.window.skipBlanks(final)) break;
      const step = this.#step(final);
      if (step === 'found') {
        this.found += 1;
        return true;
      }
      if (step === 'more') break;
    }
    if (final && (this.open.length > 0 || this.#inText || this.window.at < this.window.bytes.length))
      throw this.truncated();
    return false;
  }

  /** Goes on after a value at the path, which ends at an index. */
  passValue(end: number, next: 'after' | 'value' = 'after'): void {
    this.window.moveTo(end);
    this.#expected = this.open.length === 0 ? 'value' : next;
    const container = this.open.at(-1);
    if (next === 'value' && container) container.index += 1;
  }

  /** The error of a text that ends before its document does. */
  truncated(): RunError {
    const message = `${this.#path} is cut off: the file ends before the end of its JSON document`;
    // A document is read as a whole before any of its rows is sent.
    const hint = 'copy the file again, then run the same command';
    return new RunError('SOURCE.TRUNCATED', message, { where: { file: this.#path }, hint });
  }

  /** The error of a text that is not JSON at an index. */
  invalid(index: number, reason: string): RunError {
    const place = this.window.placeOf(index);
    const message = `${this.#path} is not JSON: ${reason} in ${shownPlace(place)}`;
    return new RunError('SOURCE.JSON_INVALID', message, { where: { file: this.#path, ...place } });
  }

  #step(final: boolean): 'found' | 'more' | 'on' {
    const { bytes, at } = this.window;
    const byte = bytes[at] as number;
    switch (this.#expected) {
      case 'after':
        return this.#after(byte);
      case 'colon':
        if (byte !== CODES[':']) throw this.#unexpected(': after a name');
        return this.#next(1, 'value');
      case 'name or }':
        return byte === CODES['}'] ? this.#close() : this.#name(final);
      case 'name':
        return this.#name(final);
      case 'value or ]':
        return byte === CODES[']'] ? this.#close() : this.#value(byte, final);
      case 'value':
        return this.#value(byte, final);
    }
  }

  #after(byte: number): 'on' {
    const container = this.open.at(-1) as Container;
    if (byte === (container.isArray ? CODES[']'] : CODES['}'])) return this.#close();
    if (byte !== CODES[',']) throw this.#unexpected(container.isArray ? ', or ]' : ', or }');
    container.index += 1;
    return this.#next(1, container.isArray ? 'value' : 'name');
  }

  #next(bytes: number, expected: Expected): 'on' {
    this.window.at += bytes;
    this.#expected = expected;
    return 'on';
  }

  #close(): 'on' {
    this.open.pop();
    return this.#next(1, this.open.length === 0 ? 'value' : 'after');
  }

  #value(byte: number, final: boolean): 'found' | 'more' | 'on' {
    const container = this.open.at(-1);
    if (!container) this.documents += 1;
    const matched = this.#matchedBy(container);
    if (matched === this.#steps.length) return 'found';
    if (byte === CODES['{'] || byte === CODES['[']) return this.#openContainer(byte === CODES['['], matched);
    if (byte === QUOTE) return this.#text(final);
    return this.#bare(final);
  }

  #matchedBy(container: Container | undefined): number {
    if (!container) return 0;
    if (container.matched < 0) return -1;
    const { deepest } = this;
    if (container.matched === deepest.matched && container.name !== undefined && deepest.names.size < 50)
      deepest.names.add(container.name);
    return leadsTo(this.#steps[container.matched], container) ? container.matched + 1 : -1;
  }

  #openContainer(isArray: boolean, matched: number): 'on' {
    if (this.open.length === DEPTH_MAX) {
      if (matched >= 0) throw this.invalid(this.window.at, `nested more than ${DEPTH_MAX} levels deep`);
      this.#deep = new JsonElementScan();
      return this.#next(0, 'after');
    }
    const { deepest } = this;
    if (matched > deepest.matched) {
      deepest.names.clear();
      Object.assign(deepest, { matched, isArray });
    }
    this.open.push({ isArray, matched, name: undefined, index: 0 });
    return this.#next(1, isArray ? 'value or ]' : 'name or }');
  }

  #name(final: boolean): 'more' | 'on' {
    const { bytes, at } = this.window;
    if (bytes[at] !== QUOTE) throw this.#unexpected('a name in double quotes');
    const end = textEnd(bytes, at);
    if (end === -1) {
      if (bytes.length - at > ROW_BYTES_MAX) throw this.invalid(at, 'a name is longer than 1 MiB');
      if (final) throw this.truncated();
      return 'more';
    }
    (this.open.at(-1) as Container).name = this.#nameAt(at, end);
    return this.#next(end - at, 'colon');
  }

  /** The names of a document are few, and each comes many times. */
  #nameAt(start: number, end: number): string {
    const raw = this.window.bytes.toString('latin1', start, end);
    const known = this.#names.get(raw);
    if (known !== undefined) return known;
    const name = this.#parsedText(start, end);
    if (this.#names.size < NAMES_MAX && raw.length < 200) this.#names.set(raw, name);
    return name;
  }

  #parsedText(start: number, end: number): string {
    try {
      return JSON.parse(this.window.bytes.toString('utf8', start, end)) as string;
    } catch {
      throw this.invalid(start, 'a string that JSON does not allow');
    }
  }

  #text(final: boolean): 'more' | 'on' {
    const { bytes, at, atLine } = this.window;
    const container = this.open.at(-1);
    if (this.#sink.wants(container?.name)) {
      const end = textEnd(bytes, at);
      if (end === -1 && !final && bytes.length - at <= ROW_BYTES_MAX) return 'more';
      if (end !== -1) {
        this.#sink.scalar(JSON.stringify(this.#parsedText(at, end)), atLine);
        this.window.moveTo(end);
        return this.#next(0, container ? 'after' : 'value');
      }
    }
    this.#inText = true;
    this.#escaped = false;
    return this.#next(1, container ? 'after' : 'value');
  }

  /** Moves past a value that is nested too deep; false if it does not end in memory. */
  #skipDeep(scan: JsonElementScan): boolean {
    const { bytes, at } = this.window;
    const end = scan.run(bytes, at, bytes.length);
    // A carriage return at the end may be half of a line end; to see it twice changes nothing.
    const stop = bytes.at(-1) === CR ? bytes.length - 1 : bytes.length;
    this.window.moveTo(end === -1 ? stop : end);
    if (end !== -1) this.#deep = undefined;
    return end !== -1;
  }

  /** Moves past a string that is not needed; false if it does not end in memory. */
  #skipText(): boolean {
    const { bytes } = this.window;
    for (let at = this.window.at; at < bytes.length; at += 1) {
      const byte = bytes[at] as number;
      if (this.#escaped) this.#escaped = false;
      else if (byte === BACKSLASH) this.#escaped = true;
      else if (byte === QUOTE) {
        this.#inText = false;
        this.window.at = at + 1;
        return true;
      } else if (byte < 0x20) throw this.invalid(at, 'a control character that is not escaped in a string');
    }
    this.window.at = bytes.length;
    return false;
  }

  #bare(final: boolean): 'more' | 'on' {
    const { bytes, at, atLine } = this.window;
    const end = bareEnd(bytes, at, bytes.length);
    if (end === -1 && !final && bytes.length - at <= ROW_BYTES_MAX) return 'more';
    const json = bytes.toString('latin1', at, end === -1 ? bytes.length : end);
    if (end === -1 && final && this.isCutOff(json)) throw this.truncated();
    if (!SCALAR.test(json)) throw this.#unexpected('a value');
    const container = this.open.at(-1);
    if (this.#sink.wants(container?.name)) this.#sink.scalar(json, atLine);
    return this.#next(json.length, container ? 'after' : 'value');
  }

  /** True if a number or word at the end of the text may be the beginning of one that goes on. */
  isCutOff(json: string): boolean {
    return this.open.length > 0 && CUT_SCALAR.test(json);
  }

  #unexpected(expected: string): RunError {
    const { bytes, at } = this.window;
    const code = bytes.toString('utf8', at, at + 4).codePointAt(0) ?? 0;
    return this.invalid(at, `${expected} is expected, found ${shownChar(code)}`);
  }
}

/** The index after a string that begins at `start`; -1 if it does not end in `bytes`. */
function textEnd(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at += 1) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at + 1;
  }
  return -1;
}

/** The index after a number or word that begins at `start`; -1 if it may go on at `to`. */
export function bareEnd(bytes: Buffer, start: number, to: number): number {
  for (let at = start; at < to; at += 1) {
    const byte = bytes[at] as number;
    if (byte <= 0x20 || byte === QUOTE || byte === 0x2c || byte === 0x3a) return at;
    if (byte === 0x5b || byte === 0x5d || byte === 0x7b || byte === 0x7d) return at;
  }
  return -1;
}
