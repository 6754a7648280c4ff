import type { RowChange } from '../../delivery/row-change.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { defined } from '../../input/json/defined.ts';
import { ChangeTally, type ListedChanges } from '../../report/result/changes.ts';
import type { Files } from '../../system/files.ts';
import { withoutHidden } from '../../terminal/printable.ts';

/** So many changes of one run are listed; the rest is only counted. */
const CHANGES_MAX = 1_000_000;

/**
 * The changes of a run as NDJSON, in the order in which the service accepted them. Each batch is written at once, so a
 * killed run has listed what it did. A list that cannot be written ends with what it has; the run goes on.
 */
export class ChangeLog implements Disposable {
  readonly #files: Files;
  readonly #most: number;
  readonly #tally = new ChangeTally();
  #file: number | undefined;
  #listed = 0;
  #failure: string | undefined;

  /**
   * Creates the file with mode 0600.
   * @throws the error of the file system
   */
  constructor(path: string, files: Files, most = CHANGES_MAX) {
    this.#files = files;
    this.#most = most;
    this.#file = files.openSync(path, 'wx', 0o600);
  }

  /** Appends changes; a method that can be passed on. */
  add = (changes: readonly RowChange[]): void => {
    let text = '';
    for (const change of changes) {
      this.#tally.add(change);
      if (this.#file === undefined || this.#listed >= this.#most) continue;
      this.#listed++;
      text += `${withoutHidden(JSON.stringify(lineOf(change)))}\n`;
    }
    this.#write(text);
  };

  #write(text: string): void {
    if (this.#file === undefined || text === '') return;
    const bytes = Buffer.from(text);
    try {
      for (let at = 0; at < bytes.length; )
        at += this.#files.writeSync(this.#file, bytes, at, bytes.length - at, null);
    } catch (error) {
      this.#failure = `the list of changes is not complete: ${(error as Error).message}`;
      this[Symbol.dispose]();
    }
  }

  get result(): ListedChanges {
    return this.#tally.result(this.#listed);
  }

  /** The problem with the list; undefined if nothing is. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Says in the last line how many changes are not listed, and closes the file. */
  [Symbol.dispose](): void {
    const file = this.#file;
    if (file === undefined) return;
    const notListed = this.#tally.total - this.#listed;
    if (notListed > 0 && this.#failure === undefined) this.#write(`${JSON.stringify({ notListed })}\n`);
    this.#file = undefined;
    try {
      this.#files.closeSync(file);
    } catch {
      // What was written is there.
    }
  }
}

/** A change as a line; versions are the ledger's digests, which say nothing without its secret. */
function lineOf({ before, after, ...change }: RowChange): object {
  return {
    ...change,
    ...defined({ before: before && digestText(before), after: after && digestText(after) }),
  };
}

const DIGEST_DIGITS = 12;

/** The digest of the fields that can change, and that of those which cannot. */
const digestText = ({ content, fixed }: RowVersion): string =>
  [content, fixed]
    .map((digest) => (digest < 0 ? '-' : digest.toString(16).padStart(DIGEST_DIGITS, '0')))
    .join('.');
