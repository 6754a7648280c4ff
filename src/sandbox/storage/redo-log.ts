import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { makePrivateFile } from './private-file.ts';

/** A writing statement and the values of each of its runs, in their order: texts, numbers and null. */
export type Writes = readonly [sql: string, ...runs: SQLInputValue[][]];

/**
 * What an open transaction has written, in a file of its own: SQLite forgets an open transaction when its process is
 * killed, this says how to write it again. Each line is one piece of work as JSON, its checksum, and the name of the
 * state of the data file that the transaction began from; lines with another name are of transactions that are over, and
 * are overwritten one by one. A line that was cut off has no name. Lines are handed to the system when they are noted, so
 * they survive `kill -9` just as a commit does; neither waits for the disk.
 */
export class RedoLog {
  /** Its path. */
  readonly file: string;
  #fd: number | undefined;
  #state = '';
  /** Where the next line goes. */
  #end = 0;

  /** `file` is made when it is needed, for its owner alone. */
  constructor(file: string) {
    this.file = file;
  }

  /** The work that was noted since the given state. */
  entriesSince(state: string): readonly (readonly Writes[])[] {
    return existsSync(this.file) ? [...entriesOf(readFileSync(this.file, 'utf8'), state)] : [];
  }

  /** Begins anew, from the given state, of which it holds no line. */
  begin(state: string): void {
    if (this.#fd === undefined) {
      makePrivateFile(this.file);
      this.#fd = openSync(this.file, 'r+');
    }
    this.#state = state;
    this.#end = 0;
  }

  /** What has been noted since it began. */
  get bytes(): number {
    return this.#end;
  }

  /** Notes one piece of work; throws when it cannot be kept, and then holds what it held before. */
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
    // Only a power failure tears a line in its middle: some pages of it were on the disk, others not.
    if (line.slice(json.length, -state.length) !== checkOf(json)) return;
    yield JSON.parse(json) as Writes[];
  }
}

/** Eight characters that tell whether a text is what was written. */
const checkOf = (json: string): string => crc32(json).toString(16).padStart(8, '0');
