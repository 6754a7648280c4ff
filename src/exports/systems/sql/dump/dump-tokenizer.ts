import { BatchSkip } from './batch-skip.ts';
import { CopyRows, passCopy } from './copy-rows.ts';
import {
  type AttachedTable,
  attachedTable,
  type CreatedTable,
  copyHead,
  createdTable,
  insertHead,
  isOtherCopy,
  type RowsHead,
  settingOf,
  type TableName,
} from './dump-heads.ts';
import { DumpWindow } from './dump-window.ts';
import { InsertRows } from './insert-rows.ts';
import { type RowPlace, RowTaker, type TakeRow, type Wanted } from './row-taker.ts';
import { type Dialect, StatementSkip } from './statement-skip.ts';

/** A statement that gives rows. */
export type RowsStatement = {
  readonly table: TableName;
  readonly columns: readonly string[] | undefined;
  readonly place: RowPlace;
};

/** State of a dump for the statements after a place. */
export type DumpState = Dialect & {
  /** The database that statements are about, if one was named. */
  database: string | undefined;
  /** The zone of columns that keep a moment, if it was set. */
  zone: string | undefined;
};

/** Takes what a dump holds. */
export interface DumpTaker {
  created?(table: CreatedTable, state: DumpState): void;
  /** A table that is there already becomes part of another one, or has the values of another one. */
  attached?(table: AttachedTable, state: DumpState): void;
  /** Which values of a statement are wanted, and who takes them; undefined to pass over its rows. */
  rows(
    statement: RowsStatement,
    state: DumpState,
  ): { readonly wanted: Wanted; readonly take: TakeRow } | undefined;
  /** A statement whose rows are not read: INSERT with SELECT or SET, COPY in another form than that of pg_dump. */
  withoutRows?(place: RowPlace): void;
  /** The statement ends before `byte`; `isEmpty` is set if it surely had no rows. */
  rowsEnded?(byte: number, isEmpty: boolean): void;
  /** The dump ends inside of a statement, or in a row that begins at `row`. */
  cut(place: RowPlace, what: string, row: RowPlace | undefined): void;
}

/** In the rows of a statement that somebody takes. */
type Rows = {
  readonly kind: 'copy' | 'insert';
  readonly reader: CopyRows | InsertRows;
  readonly taker: RowTaker;
};
/** Place of a tokenizer: between statements, or in something whose end may not be in memory yet. */
type Mode =
  | { readonly kind: 'between' | 'line' | 'comment' }
  | { readonly kind: 'statement'; readonly skip: StatementSkip | BatchSkip; readonly isRows: boolean }
  /** Its data begin at the byte `data`. */
  | { readonly kind: 'copyData'; readonly data: number }
  | Rows;

/** The most bytes of the head of a statement, and of a CREATE TABLE. */
const HEAD_BYTES_MAX = 1 << 20;
/** Enough for the head of most statements. */
const SHORT_HEAD_BYTES = 4_096;
const LF = 0x0a;
/** The beginning of a statement that follows the rows of an INSERT without a semicolon. */
const NEXT = /^IN(?:TO|SERT)\s/i;
const NEXT_BYTES = 7;
const LOWER_I = 0x69;
/** Statements of one line, and those of SQL*Plus and sqlcmd, which need no semicolon. */
const ORACLE_LINE =
  /^(?:\/(?!\*)|@|REM|REMARK|SET|PROMPT|SPOOL|WHENEVER|DEFINE|UNDEFINE|CONNECT|EXIT|QUIT|SHOW|HOST|ACCEPT|PAUSE)(?:\s|$|;)/i;
const SQL_SERVER_LINE = /^(?::\w|(?:GO|SET|USE|PRINT)(?:\s|$|;))/i;
/** The data of a COPY without rows: `\.` and the end of its line. */
const COPY_END_BYTES = 3;

const BETWEEN: Mode = { kind: 'between' };

/** Takes a dump apart, piece by piece. What it keeps in memory does not grow with the dump, its statements or its rows. */
export class DumpTokenizer {
  readonly state: DumpState;
  readonly #window: DumpWindow;
  readonly #taker: DumpTaker;
  #mode: Mode = BETWEEN;
  /** The head of the last INSERT: most of them are equal. */
  #lastHead: { readonly bytes: Buffer; readonly head: RowsHead } | undefined;

  constructor(taker: DumpTaker, state: DumpState, { byte, line }: RowPlace) {
    this.#taker = taker;
    this.state = state;
    this.#window = new DumpWindow(byte, line);
  }

  /** Takes the next piece of the file. */
  push(piece: Uint8Array): void {
    this.#window.push(piece);
    this.#run();
  }

  /** Takes the end of the file. */
  end(): void {
    const window = this.#window;
    window.isLast = true;
    this.#run();
    const what = this.#cutOff();
    const row = 'reader' in this.#mode && this.#mode.reader.isInRow ? this.#mode.taker : undefined;
    if (what !== undefined)
      this.#taker.cut(this.#placeOf(window.end), what, row && { byte: row.byte, line: row.line });
  }

  /** Describes what the end of the file cuts off, for people; undefined if that is nothing. */
  #cutOff(): string | undefined {
    const mode = this.#mode;
    switch (mode.kind) {
      case 'copy':
      case 'copyData':
        return 'the data of a COPY';
      case 'insert':
        return 'an INSERT';
      case 'statement':
        return mode.isRows ? 'an INSERT' : undefined;
      case 'between':
        return this.#window.at < this.#window.end ? 'a statement' : undefined;
      default:
        return undefined;
    }
  }

  #placeOf(at: number): RowPlace {
    return { byte: this.#window.offsetOf(at), line: this.#window.lineAt(at) };
  }

  #run(): void {
    while (this.#step());
  }

  /** Does one thing; false if it needs more of the file. */
  #step(): boolean {
    const mode = this.#mode;
    switch (mode.kind) {
      case 'between':
        return this.#between();
      case 'line':
        return this.#behind('\n');
      case 'comment':
        return this.#behind('*/');
      case 'copyData':
        return passCopy(this.#window) && this.#endRows(mode.data);
      case 'statement':
        if (!mode.skip.advance(this.#window)) return false;
        if (mode.isRows) return this.#endRows();
        this.#mode = BETWEEN;
        return true;
      case 'copy':
        return mode.reader.advance(this.#window) && this.#endRows();
      case 'insert':
        return mode.reader.advance(this.#window) && this.#afterRows();
    }
  }

  /** Goes to the rest of an INSERT, or to the next statement where nothing has to stand between. */
  #afterRows(): boolean {
    const window = this.#window;
    const { at, end, isLast } = window;
    if (end - at < NEXT_BYTES && !isLast) return false;
    const isNext =
      ((window.bytes[at] ?? 0) | 0x20) === LOWER_I && NEXT.test(window.text(at, at + NEXT_BYTES));
    return isNext || this.state.isSqlServer ? this.#endRows() : this.#skip(true);
  }

  /** @param data where the data of a COPY begin that nobody wants */
  #endRows(data?: number): true {
    this.#mode = BETWEEN;
    const byte = this.#window.offsetOf(this.#window.at);
    this.#taker.rowsEnded?.(byte, data !== undefined && byte - data <= COPY_END_BYTES);
    return true;
  }

  #skip(isRows: boolean): true {
    this.#mode = { kind: 'statement', skip: this.#newSkip(), isRows };
    return true;
  }

  #newSkip(): StatementSkip | BatchSkip {
    const { state } = this;
    if (!state.isSqlServer && !state.isOracle) return new StatementSkip(state);
    return new BatchSkip(state, this.#window.text(this.#window.at, this.#window.at + SHORT_HEAD_BYTES));
  }

  /** Moves behind a text; what stands before it is not kept. */
  #behind(text: string): boolean {
    const window = this.#window;
    const found = window.findText(text, window.at);
    window.at = found === -1 ? Math.max(window.at, window.end - text.length + 1) : found + text.length;
    if (found !== -1 || window.isLast) this.#mode = BETWEEN;
    return found !== -1;
  }

  /** Looks at what begins after a statement. */
  #between(): boolean {
    const window = this.#window;
    const { bytes } = window;
    while (window.at < window.end && (bytes[window.at] as number) <= 0x20) window.at++;
    const { at, end, isLast } = window;
    if (at >= end || (end - at < 3 && !isLast)) return false;
    const two = bytes.toString('latin1', at, at + 2);
    if (two === '--' || two[0] === '#') this.#mode = { kind: 'line' };
    else if (two[0] === ';') window.at++;
    else if (two === '*/') window.at += 2;
    else if (two[0] === '\\') return this.#line();
    else if (two === '/*') return this.#comment();
    else return this.#statement();
    return true;
  }

  /** A line for psql, SQL*Plus or sqlcmd, or a statement of one line. */
  #line(): boolean {
    const window = this.#window;
    const stop = window.find(LF, window.at);
    if (stop === -1 && !window.isLast && window.end - window.at < HEAD_BYTES_MAX) return false;
    this.#set(window.text(window.at, stop === -1 ? window.end : stop));
    this.#mode = { kind: 'line' };
    return true;
  }

  /**
   * A comment; MySQL and MariaDB read those that begin with an exclamation mark, so they are statements, also with texts
   * and comments of their own.
   */
  #comment(): boolean {
    const window = this.#window;
    const { at } = window;
    const stop = window.findText('*/', at + 2);
    const isRead = /^M?!/.test(window.text(at + 2, at + 4));
    if (isRead && stop !== -1) this.#set(window.text(at + 2, stop).replace(/^M?!\d*\s*/, ''));
    if (stop === -1 && !window.isLast && window.end - at < HEAD_BYTES_MAX) return false;
    const skip = new StatementSkip({ ...this.state, delimiter: '*/' });
    this.#mode = isRead ? { kind: 'statement', skip, isRows: false } : { kind: 'comment' };
    window.at += 2;
    return true;
  }

  #set(text: string): void {
    const setting = settingOf(text);
    if (!setting) return;
    if ('database' in setting) this.state.database = setting.database;
    else if ('zone' in setting) this.state.zone = setting.zone;
    else if (this.state.isPostgres) this.state.isBackslashed = !setting.isStandardStrings;
  }

  #statement(): boolean {
    const window = this.#window;
    const { at, end, isLast } = window;
    const word = /^[a-z]*/i.exec(window.text(at, at + 12))?.[0].toUpperCase() ?? '';
    if (end - at < 12 && !isLast) return false;
    if (this.#isLine(window.text(at, at + 12))) return this.#line();
    if (word === 'INSERT' || word === 'REPLACE' || word === 'INTO') return this.#insert();
    if (word === 'COPY') return this.#copy();
    if (word === 'CREATE') return this.#create();
    if (word === 'DELIMITER') return this.#delimiter();
    if (word === 'USE' || word === 'SET' || word === 'ALTER') {
      const stop = this.#statementEnd();
      if (stop === -1 && !isLast && end - at < SHORT_HEAD_BYTES) return false;
      const text = window.text(at, Math.min(stop === -1 ? end : stop, at + SHORT_HEAD_BYTES));
      const attached = word === 'ALTER' ? attachedTable(text) : undefined;
      if (attached) this.#taker.attached?.(attached, this.state);
      else if (word !== 'ALTER') this.#set(text);
    }
    return this.#skip(false);
  }

  /** True for a line that is a statement by itself. */
  #isLine(text: string): boolean {
    const { isOracle, isSqlServer } = this.state;
    return (isOracle && ORACLE_LINE.test(text)) || (isSqlServer && SQL_SERVER_LINE.test(text));
  }

  /** The place behind the end of a statement, as far as it is in memory; -1 if it is not. */
  #statementEnd(): number {
    if (this.state.isSqlServer) return this.#skipped();
    const stop = this.#window.findText(this.state.delimiter, this.#window.at);
    return stop === -1 ? -1 : stop + 1;
  }

  /** The place behind a statement, where the window does not go; -1 if it is not in memory. */
  #skipped(): number {
    const window = this.#window;
    const { at } = window;
    const behind = this.#newSkip().advance(window) ? window.at : -1;
    window.at = at;
    return behind;
  }

  #delimiter(): boolean {
    const window = this.#window;
    const stop = window.find(LF, window.at);
    if (stop === -1 && !window.isLast) return window.end - window.at > HEAD_BYTES_MAX && this.#behind('\n');
    const [, delimiter = ''] = window
      .text(window.at, stop === -1 ? window.end : stop)
      .trim()
      .split(/\s+/);
    if (delimiter !== '') this.state.delimiter = delimiter;
    window.at = stop === -1 ? window.end : stop;
    return true;
  }

  #insert(): boolean {
    const window = this.#window;
    const { at, end, isLast } = window;
    const known = this.#lastHead;
    if (
      known &&
      end - at > known.bytes.length &&
      window.bytes.compare(known.bytes, 0, known.bytes.length, at, at + known.bytes.length) === 0
    )
      return this.#begin(known.head, false);
    const head = this.#head(insertHead);
    if (!head) {
      if (!isLast && end - at < SHORT_HEAD_BYTES * 4) return false;
      this.#taker.withoutRows?.(this.#placeOf(at));
      return this.#skip(false);
    }
    // Its end may be inside of blanks that go on.
    if (at + head.length >= end && !isLast) return false;
    this.#lastHead = { bytes: Buffer.from(window.bytes.subarray(at, at + head.length)), head };
    return this.#begin(head, false);
  }

  #copy(): boolean {
    const window = this.#window;
    const { at, end, isLast } = window;
    const head = this.#head(copyHead);
    if (head) {
      this.state.isPostgres = true;
      return this.#begin(head, true);
    }
    if (window.find(LF, at) === -1 && !isLast && end - at < HEAD_BYTES_MAX) return false;
    if (isOtherCopy(window.text(at, at + SHORT_HEAD_BYTES))) this.#taker.withoutRows?.(this.#placeOf(at));
    return this.#skip(false);
  }

  /** The head of a statement; it is looked for in a long text only if it may end there. */
  #head(headOf: (text: string) => RowsHead | undefined): RowsHead | undefined {
    const { at, end } = this.#window;
    const short = this.#window.text(at, Math.min(end, at + SHORT_HEAD_BYTES));
    const head = headOf(short);
    if (head || end - at <= SHORT_HEAD_BYTES || short.includes(this.state.delimiter)) return head;
    return headOf(this.#window.text(at, Math.min(end, at + HEAD_BYTES_MAX)));
  }

  #begin(head: RowsHead, isCopy: boolean): true {
    const window = this.#window;
    const place = this.#placeOf(window.at);
    window.at += head.length;
    const { table, columns } = head;
    const asked = this.#taker.rows({ table, columns, place }, this.state);
    if (!asked) {
      if (!isCopy) return this.#skip(true);
      this.#mode = { kind: 'copyData', data: window.offsetOf(window.at) };
      return true;
    }
    const taker = new RowTaker(asked.wanted, asked.take);
    const reader = isCopy ? new CopyRows(taker) : new InsertRows(taker, this.state);
    this.#mode = { kind: isCopy ? 'copy' : 'insert', reader, taker };
    return true;
  }

  #create(): boolean {
    const window = this.#window;
    const { at, end, isLast } = window;
    if (!/^CREATE\s+(?:\w+\s+)?TABLE\s/i.test(window.text(at, at + 64))) {
      return end - at < 64 && !isLast ? false : this.#skip(false);
    }
    const behind = this.#skipped();
    if (behind === -1 && !isLast && end - at < HEAD_BYTES_MAX) return false;
    const created = behind === -1 ? undefined : createdTable(window.text(at, behind));
    if (created) this.#taker.created?.(created, this.state);
    return this.#skip(false);
  }
}
