import type { DumpWindow } from './dump-window.ts';
import { QuotedScan } from './quoted-scan.ts';
import type { Dialect } from './statement-skip.ts';

const [LF, SEMICOLON] = [0x0a, 0x3b];
const ENDS = new Uint8Array(256);
ENDS[LF] = 1;
ENDS[SEMICOLON] = 1;
/** Enough of a line to see that it ends a batch. */
const LINE_BYTES = 64;
const GO = /^[ \t]*GO(?:[ \t]+\d+)?[ \t]*(?:\r?\n|\r?$)/i;
const SLASH = /^[ \t]*\/[ \t]*(?:\r?\n|\r?$)/;
const INSERT = /^[ \t]*INSERT\s/i;
/** Statements that have others in them. */
const CODE =
  /^(?:(?:CREATE|ALTER)\s+(?:OR\s+(?:ALTER|REPLACE)\s+)?(?:(?:NON)?EDITIONABLE\s+|FORCE\s+)?(?:PROC|FUNCTION|TRIGGER|PACKAGE|TYPE\s+BODY)|DECLARE\b|BEGIN\b)/i;

/**
 * Goes to the end of a statement of SQL Server or Oracle. It needs no semicolon there: a line `GO` or `/` ends it, too, and
 * nothing else ends one with code.
 */
export class BatchSkip {
  readonly #scan: QuotedScan;
  readonly #isOracle: boolean;
  readonly #isCode: boolean;

  /** @param text the beginning of the statement */
  constructor(dialect: Dialect, text: string) {
    this.#scan = new QuotedScan(dialect);
    this.#isOracle = dialect.isOracle;
    this.#isCode = CODE.test(text) && (dialect.isOracle || !/^(?:DECLARE|BEGIN)/i.test(text));
  }

  /** Moves behind the end of the statement; false if it is not in memory. */
  advance(window: DumpWindow): boolean {
    for (;;) {
      const at = this.#scan.find(window, window.at, ENDS);
      if (at === -1) {
        window.at = this.#scan.reached;
        return false;
      }
      if (window.bytes[at] === SEMICOLON) {
        window.at = at + 1;
        if (!this.#isCode) return true;
        continue;
      }
      window.at = at;
      if (window.end - at <= LINE_BYTES && !window.isLast) return false;
      window.at++;
      const line = window.text(window.at, window.at + LINE_BYTES);
      const end = (this.#isOracle ? SLASH : GO).exec(line)?.[0];
      if (end !== undefined) {
        window.at += Buffer.byteLength(end);
        return true;
      }
      if (!this.#isOracle && !this.#isCode && INSERT.test(line)) return true;
    }
  }
}
