import { pulledLine } from '../../../exports/files/pulled-rows.ts';
import type { OpenOrigin, OriginRow } from '../../../origin/origin.ts';
import { type Counted, type FoundInLists, NO_RECORDS, type WritingList } from '../records/journal.ts';
import { recordIn } from '../records/record-file.ts';
import type { Redact } from '../records/without-people.ts';

/** Which records of a list are taken. */
export type RowLimits = {
  readonly system: string;
  readonly origin: Pick<OpenOrigin, 'conversationOf' | 'messageOf'>;
  /** Later messages are left for the next pull. */
  readonly until: number;
  /** Earlier messages come from the file of the last pull. */
  readonly from: number | undefined;
  /** True if the senders of messages are noted, because they can be asked for by id. */
  readonly notesAuthors: boolean;
  /** Leaves people who were forgotten out. */
  readonly redact?: Redact | undefined;
  /** Hears of a conversation that is left out. */
  readonly leftOut?: () => void;
};

/** Judges the records of a list, and notes what they say together. A record that is no message goes with the message before it. */
export class ListRows {
  readonly counted: { -readonly [K in keyof Counted]: number };
  newest: number | undefined;
  isCut: boolean;
  readonly #authors: Set<string>;
  /** Authors whom the log does not have yet. */
  #fresh: string[] = [];
  readonly #limits: RowLimits;
  /** True if the last message was taken. */
  #isTaken = true;

  constructor(limits: RowLimits, begun?: WritingList) {
    this.#limits = limits;
    this.counted = { ...(begun?.counted ?? NO_RECORDS) };
    this.newest = begun?.newest;
    this.isCut = begun?.isCut ?? false;
    this.#authors = new Set(begun?.authors);
  }

  /** Takes out what the log says of the list; of the authors only those who were not in it before. */
  takeFound(): FoundInLists {
    const authors = this.#fresh;
    this.#fresh = [];
    return {
      ...(this.newest === undefined ? {} : { newest: this.newest }),
      ...(this.isCut ? { isCut: true } : {}),
      ...(authors.length > 0 ? { authors } : {}),
    };
  }

  /** The lines of the records of a part that are taken. */
  linesOf(rows: readonly OriginRow[]): readonly string[] {
    this.#isTaken = true;
    const { system, from = Number.NEGATIVE_INFINITY } = this.#limits;
    const taken = rows.flatMap((row) => {
      const left = this.#redacted(row);
      return left && this.#takes(left, (time) => time >= from && !this.#isLate(time)) ? [left] : [];
    });
    return taken.map(({ list, of, row }) => pulledLine(system, list, of, JSON.stringify(row)));
  }

  /** Those lines of the file of the last pull that are not read anew. */
  keptOf(lines: readonly string[]): readonly string[] {
    const { from = Number.POSITIVE_INFINITY } = this.#limits;
    return lines.filter((line) => {
      const { list = '', row } = recordIn(line);
      return row !== undefined && this.#takes({ list, row }, (time) => time < from);
    });
  }

  /** A record without people who were forgotten; what belongs to one that goes, goes with it. */
  #redacted(row: OriginRow): OriginRow | undefined {
    const { redact } = this.#limits;
    if (!redact) return row;
    const left = redact(row);
    if (!left && isCounted(row.list)) this.#isTaken = false;
    return left;
  }

  #takes({ list, row }: OriginRow, isWanted: (time: number) => boolean): boolean {
    const { origin, leftOut } = this.#limits;
    if (list === 'conversations' && origin.conversationOf(row) === undefined) {
      leftOut?.();
      return false;
    }
    if (list === 'messages') {
      const message = origin.messageOf(row);
      this.#isTaken = message === undefined || isWanted(message.time);
      if (this.#isTaken && message) this.#note(message);
    } else if (isCounted(list)) this.#isTaken = true;
    if (!this.#isTaken) return false;
    if (isCounted(list)) this.counted[list]++;
    return true;
  }

  #isLate(time: number): boolean {
    const isLate = time > this.#limits.until;
    if (isLate) this.isCut = true;
    return isLate;
  }

  #note({ time, sender }: { readonly time: number; readonly sender?: string | undefined }): void {
    this.newest = Math.max(time, this.newest ?? time);
    if (sender === undefined || !this.#limits.notesAuthors || this.#authors.has(sender)) return;
    this.#authors.add(sender);
    this.#fresh.push(sender);
  }
}

const isCounted = (list: string): list is keyof Counted =>
  list === 'users' || list === 'conversations' || list === 'messages';
