import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import type { SQLInputValue } from 'node:sqlite';
import { makePrivateFile } from './private-file.ts';

/** A writing statement and the values of each of its runs, in their order: texts, numbers and null. */
export type Writes = readonly [sql: string, ...runs: SQLInputValue[][]];

/**
 * What an open transaction has written, in a file of its own: SQLite forgets an open transaction when its process is
 * killed, this says how to write it again. The first line names the state of the data file that it goes on from, each
 * further line holds one piece of work as JSON. A line is handed to the system when it is noted, so it survives
 * `kill -9` just as a commit does; neither waits for the disk.
 */
export class RedoLog {
  readonly #file: string;
  #fd: number | undefined;
  /** Where the next line goes. */
  #end = 0;

  /** `file` exists only while there is something to keep. */
  constructor(file: string) {
    this.#file = file;
  }

  /** The work that was noted since the given state; none when the log goes on from another. */
  since(state: string): readonly (readonly Writes[])[] {
    if (!existsSync(this.#file)) return [];
    // What has no line break behind it was never answered: writing it was cut off.
    const [head, ...lines] = readFileSync(this.#file, 'utf8').split('\n').slice(0, -1);
    return head === state ? [...readable(lines)] : [];
  }

  /** Begins anew, after the given state. */
  begin(state: string): void {
    this.clear();
    if (this.#fd === undefined) {
      makePrivateFile(this.#file);
      this.#fd = openSync(this.#file, 'r+');
    }
    this.#append(state);
  }

  /** Notes one piece of work; throws when it cannot be kept, and then holds what it held before. */
  note(work: readonly Writes[]): void {
    this.#append(JSON.stringify(work));
  }

  #append(line: string): void {
    if (this.#fd === undefined) throw new Error('the redo log has not begun');
    const bytes = Buffer.from(`${line}\n`);
    const written = writeSync(this.#fd, bytes, 0, bytes.length, this.#end);
    // A line that is cut off has no line break, and the next one is written over it.
    if (written < bytes.length)
      throw new Error(`the redo log ${this.#file} cannot be written: no space left`);
    this.#end += bytes.length;
  }

  /** Forgets everything. */
  clear(): void {
    if (this.#fd === undefined) rmSync(this.#file, { force: true });
    else ftruncateSync(this.#fd, 0);
    this.#end = 0;
  }

  /** Closes the file; one that has nothing to keep is removed. */
  close(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
    if (this.#end === 0) this.clear();
  }
}

/** The lines up to the first one that is torn, as only a power failure leaves it. */
function* readable(lines: readonly string[]): Generator<readonly Writes[]> {
  for (const line of lines) {
    try {
      yield JSON.parse(line) as Writes[];
    } catch {
      return;
    }
  }
}
