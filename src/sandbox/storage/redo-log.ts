import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { makePrivateFile } from './private-file.ts';

/** A writing statement and the values of each of its runs, in order: texts, numbers and null. */
export type Writes = readonly [sql: string, ...runs: SQLInputValue[][]];

/**
 * The writes of an open transaction, in a file. SQLite forgets an open transaction when its process is killed;
 * the log allows to write it again. Each line holds one piece of work as JSON, its checksum, and the name of the
 * state of the data file in which the transaction began. Lines with another name belong to finished transactions
 * and are overwritten one by one. A cut line has no name. Each append hands its line to the system, so it
 * survives `kill -9` like a commit. Neither waits for the disk.
 */
export class RedoLog {
  /** The path of the log. */
  readonly file: string;
  #fd: number | undefined;
  #state = '';
  /** The position of the next line. */
  #end = 0;

  /** `file` is created when it is needed, private to its owner. */
  constructor(file: string) {
    this.file = file;
  }

  /** The work that was appended since the given state. */
  entriesSince(state: string): readonly (readonly Writes[])[] {
    return existsSync(this.file) ? [...entriesOf(readFileSync(this.file, 'utf8'), state)] : [];
  }

  /** Begins again, from the given state, of which the file holds no line. */
  begin(state: string): void {
    if (this.#fd === undefined) {
      makePrivateFile(this.file);
      this.#fd = openSync(this.file, 'r+');
    }
    this.#state = state;
    this.#end = 0;
  }

  /** The bytes appended since `begin`. */
  get bytes(): number {
    return this.#end;
  }

  /** Appends one piece of work. Throws if it cannot be written; the log then keeps its old content. */
  append(work: readonly Writes[]): void {
    if (this.#fd === undefined) throw new Error('the redo log has not begun');
    const json = JSON.stringify(work);
    const line = Buffer.from(`${json}${checkOf(json)}${this.#state}\n`);
    const written = writeSync(this.#fd, line, 0, line.length, this.#end);
    if (written < line.length)
      throw new Error(`the redo log ${this.file} cannot be written, its disk is full`);
    this.#end += line.length;
  }

  /** Closes the file, which keeps what is in it. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  /** Closes and removes the file. */
  remove(): void {
    this.close();
    rmSync(this.file, { force: true });
  }
}

function* entriesOf(text: string, state: string): Generator<readonly Writes[]> {
  for (const line of text.split('\n')) {
    if (!line.endsWith(state)) return;
    const json = line.slice(0, -state.length - 8);
    // Only a power failure damages the middle of a line: some of its pages were on the disk, others not.
    if (line.slice(json.length, -state.length) !== checkOf(json)) return;
    yield JSON.parse(json) as Writes[];
  }
}

/** A checksum of eight characters. */
const checkOf = (json: string): string => crc32(json).toString(16).padStart(8, '0');
