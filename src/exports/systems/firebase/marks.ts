import type { ExportObject } from '../../files/export-rows.ts';
import { boolean, textValue } from '../../files/values.ts';

/** Fields that apps have for the state or the kind of a message, and what one that is gone has there. */
const STATES = ['status', 'state', 'type', 'messageType', 'kind'] as const;
const GONE =
  /^(?:delet(?:ed?|ion)|removed|removal|trashed|erased|unsen[dt]|revoked|recalled|retracted)(?:[-_ ]?message)?(?:[-_ ]?(?:by|for)[-_ ]?\w+)?$/i;
/** Fields that say who may read, and words for those inside; a kind may be `private` for a conversation of two. */
const AUDIENCES = ['visibility', 'audience'] as const;
const INSIDE =
  /^(?:internal|private|staff|hidden|admins?|moderators?|owners?|agents?|team|operators?)(?:[-_ ]?only)?$/i;
const NOTE = /^(?:(?:internal|private|staff|agent)[-_ ]?(?:note|comment|message)|internal|note|whisper)$/i;

const said = (row: ExportObject, names: readonly string[], word: RegExp): boolean =>
  names.some((name) => word.test(textValue(row[name]) ?? ''));

/** True if the state or the kind of a message says that it was deleted. */
export const isGone = (row: ExportObject, type: string | undefined): boolean =>
  GONE.test(type ?? '') || said(row, STATES, GONE);

/** True if the kind of a message, or those who it is for, say that not everybody may read it. */
export const isForFew = (row: ExportObject, type: string | undefined): boolean =>
  NOTE.test(type ?? '') || said(row, STATES, NOTE) || said(row, AUDIENCES, INSIDE);

/** Words of marks that say that something was taken away, or is not for everybody. */
const TAKEN_AWAY = /deleted|removed|unsent|cleared|hidden|^hide$|hide_?(?:for|from)/i;
const FOR_FEW =
  /(?:admins?|staff|agents?|operators?|owners?|moderators?|team|sender|author|me)_?only|^(?:is_?)?note$|private|secret|internal|unreadable/i;

/** True if a field is called as one with those who may see a message, or may not. */
export const isCalledForSome = (name: string): boolean =>
  TAKEN_AWAY.test(name) || /visible_?(?:to|for)|whisper|show(?:n|ed)?_?to|only_?for/i.test(name);
/** True if a mark is called as one of what not everybody may read. */
export const isCalledClosed = (name: string): boolean => TAKEN_AWAY.test(name) || FOR_FEW.test(name);

/**
 * The name of a mark that a message has for which it is not published; undefined if it has none.
 * @param taken the names of fields that the shape takes or ignores
 */
export function closedMark(row: ExportObject, taken: ReadonlySet<string>): string | undefined {
  const isMark = (name: string): boolean => boolean(row[name]) || (EVENT.test(name) && !EMPTY.has(row[name]));
  for (const name in row) if (!taken.has(name) && isCalledClosed(name) && isMark(name)) return name;
  return undefined;
}

/** A field with the time or the author of a deletion, and values that say that there was none. */
const EVENT = /^(?:is_?)?(?:deleted|removed|unsent)_?(?:at|on|by|time)$/i;
const EMPTY: ReadonlySet<unknown> = new Set([null, undefined, '', 0, false]);

/** Counts the marks for which messages are left out. */
export class ClosedMarks {
  readonly #counts = new Map<string, number>();

  count(row: ExportObject, taken: ReadonlySet<string>): void {
    const mark = closedMark(row, taken);
    if (mark !== undefined) this.#counts.set(mark, (this.#counts.get(mark) ?? 0) + 1);
  }

  get notes(): readonly string[] {
    if (this.#counts.size === 0) return [];
    const some = [...this.#counts].slice(0, MARKS_SHOWN);
    const counts = some.map(([name, count]) => `${name} ${count}`).join(', ');
    return [
      `marks that the shape does not name, for which messages are skipped: ${counts}; if they say nothing of who may read:  messages: { ignore: [${some.map(([name]) => name).join(', ')}] }`,
    ];
  }
}

const MARKS_SHOWN = 8;
