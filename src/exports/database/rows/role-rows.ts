import { isUtf8 } from 'node:buffer';
import { RunError } from '../../../errors/run-error.ts';
import { luxon } from '../../../input/rows/luxon.ts';
import { isZone } from '../../../input/rows/time.ts';
import { offsetOfDay } from '../../../input/rows/zone-offset.ts';
import type { PeopleSink, RejectedKind } from '../../export-reader.ts';
import { unknownZone } from '../../files/declared.ts';
import { brokenRow } from '../../files/unreadable.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
import type { Field, ResolvedShape, ShapeRole } from '../shape/resolve-shape.ts';
import type { WhereSpec } from '../shape/shape-schema.ts';
import type { RoleName } from '../shape/usual-names.ts';
import type { WhoseIds } from '../shape/whose-ids.ts';
import type { CellValue, ChatTable } from '../table.ts';
import type { Lookups } from './lookups.ts';

/** A value that is needed and cannot be read. */
class Broken extends Error {
  readonly column: string;
  constructor(column: string, why = '') {
    super(`its value of ${column} cannot be read: ${why}`);
    this.column = column;
  }
}

/** A field with ids beside a column that says whose they are. */
type TypedField = { readonly slot: number; whose(value: string | undefined): string | undefined };

/** The columns of a table, and what is known of the fields in them. */
type FieldsOfTable = {
  readonly columns: readonly string[];
  readonly slots: ReadonlyMap<string, number>;
  readonly lookups: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly times: ReadonlyMap<string, TimeColumn>;
  readonly isDoubleEncoded: boolean;
  readonly typed: ReadonlyMap<string, TypedField>;
};

/** The values of a row by what they are. */
export class RoleCells {
  /** Of the row that is read now. */
  values: readonly CellValue[] = [];
  readonly #of: FieldsOfTable;

  constructor(of: FieldsOfTable) {
    this.#of = of;
  }

  has(field: string): boolean {
    return this.#of.slots.has(field);
  }

  /** The text of a field; undefined for NULL, and for an empty text. */
  text(field: string): string | undefined {
    const slot = this.#of.slots.get(field);
    if (slot === undefined) return undefined;
    const own = this.at(slot);
    const lookup = this.#of.lookups.get(field);
    return lookup && own !== undefined ? lookup.get(own) : own;
  }

  /**
   * The id in a field, and what it is of: an id of another table than those of users and conversations begins with the name
   * of that table, so that it is nobody else's.
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if that is not clear
   */
  id(field: string): { readonly id: string; readonly isConversation: boolean } | undefined {
    const id = this.text(field);
    if (id === undefined) return undefined;
    const typed = this.#of.typed.get(field);
    if (!typed) return { id, isConversation: false };
    const of = typed.whose(this.at(typed.slot));
    const isConversation = of === 'conversations';
    const isOwn = of === undefined || of === 'users' || of === 'messages' || isConversation;
    return { id: isOwn ? id : `${of}:${id}`, isConversation };
  }

  /** The text of a column that was asked for by its number. */
  at(slot: number): string | undefined {
    const value = this.values[slot];
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'symbol') throw new Broken(this.#of.columns[slot] as string, value.description);
    return this.#of.isDoubleEncoded ? repaired(value) : value;
  }

  /** True if a field says yes. */
  flag(field: string): boolean {
    const text = this.text(field);
    return text !== undefined && !NO.test(text);
  }

  /** A time in milliseconds since 1970; undefined for none, NaN for what is no time. */
  time(field: string): number | undefined {
    return this.#of.times.get(field)?.read(this.text(field));
  }

  /** Something that happened, with its time if the column has one; undefined if it did not. */
  event(field: string): { readonly at?: number | undefined } | undefined {
    if (!this.flag(field)) return undefined;
    const text = this.text(field) as string;
    if (/^(?:t|true|y|yes|1)$/i.test(text)) return {};
    const at = this.time(field);
    return at === undefined ? undefined : { at: Number.isNaN(at) ? undefined : at };
  }
}

const NO = /^(?:0+|f|false|n|no|off)$/i;

/** Input for reading rows. */
export type RolesInput = {
  readonly shape: ResolvedShape;
  readonly lookups: Lookups;
  readonly whose: WhoseIds;
  readonly zone: string | undefined;
  readonly signal: AbortSignal;
};

/** Receiver of the rows of a part of the chat. */
export type RoleTaker = {
  /** Columns besides those of the fields, whose values are asked for by `slots`. */
  readonly columns?: readonly string[];
  /** Called once for each table: returns who takes its rows. */
  rows(cells: RoleCells, slots: readonly number[]): (place: RecordPlace) => void;
  /** Takes what is no record, as of a kind; absent in a pass that only looks. */
  readonly others?: {
    readonly kind: RejectedKind;
    readonly sink: Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'>;
  };
};

/** Passes the rows of a part of the chat, if the export has it. */
export async function passRole(name: RoleName, taker: RoleTaker, input: RolesInput): Promise<void> {
  const role = input.shape.roles[name];
  for (const table of role?.tables ?? []) await passTable(table, role as ShapeRole, { name, taker }, input);
}

async function passTable(
  table: ChatTable,
  role: ShapeRole,
  { name, taker }: { readonly name: RoleName; readonly taker: RoleTaker },
  input: RolesInput,
): Promise<void> {
  const columns: string[] = [];
  const slotOf = (column: string): number => {
    const known = columns.indexOf(column);
    return known === -1 ? columns.push(column) - 1 : known;
  };
  const fields = Object.entries(role.fields);
  const slots = new Map(fields.map(([field, { column, join }]) => [field, slotOf(join?.on ?? column)]));
  const times = new Map(fields.map(([field, each]) => [field, timeOf(table, each, input.zone)]));
  const lookups = new Map<string, ReadonlyMap<string, string>>();
  for (const [field, each] of fields) if (each.join) lookups.set(field, await input.lookups.of(each, input));
  const typed = new Map<string, TypedField>();
  for (const [field, each] of fields) {
    const beside = each.type?.column ?? each.besideType;
    const whose = (value: string | undefined) => input.whose.of(`${name}.${field}`, each, value);
    if (beside !== undefined) typed.set(field, { slot: slotOf(beside), whose });
  }
  const further = (taker.columns ?? []).map(slotOf);
  const filters = Object.entries(role.where).map(([column, rule]) => [slotOf(column), rule] as const);
  const isDoubleEncoded = input.shape.spec.doubleEncoded === true;
  const cells = new RoleCells({ columns, slots, lookups, times, typed, isDoubleEncoded });
  const take = taker.rows(cells, further);
  const { others } = taker;
  const unreadable = (row: UnreadableRow, place: RecordPlace): void =>
    others?.sink.unreadable(others.kind, row, place);
  let filtered = 0;
  await table.pass(
    columns,
    {
      row: (values, place) => {
        cells.values = values;
        if (filters.some(([slot, rule]) => !isTaken(values[slot], rule))) filtered++;
        else
          try {
            take(place);
          } catch (error) {
            if (!(error instanceof Broken)) throw error;
            unreadable(brokenRow(error.message, values, error.column), place);
          }
      },
      unreadable,
    },
    input.signal,
  );
  others?.sink.dropped(others.kind, 'where', filtered);
  for (const [field, time] of times)
    if (time.guessed.size > 0)
      others?.sink.note(
        `the numbers of ${name}.${field} are read as times in ${[...time.guessed].join(' and ')}, because of their size`,
      );
}

const timeOf = (table: ChatTable, { column, unit, zone }: Field, declared: string | undefined): TimeColumn =>
  new TimeColumn(`${table.path}.${column}`, { unit, zone: zone ?? table.zoneOf?.(column) ?? declared });

/** True if a row is taken by its value of a column. */
function isTaken(value: CellValue | undefined, rule: WhereSpec[string]): boolean {
  const text = typeof value === 'string' ? value : '';
  if (Array.isArray(rule)) return rule.includes(text);
  return 'not' in rule ? !rule.not.includes(text) : rule.empty === (text === '');
}

const WRITTEN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?\s*(Z|UTC|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?$/i;
/** Numbers below them are seconds, milliseconds and microseconds of times before the year 5138. */
const [SECONDS_BELOW, MS_BELOW, US_BELOW] = [1e11, 1e14, 1e17];
const PER_MS = { s: 0.001, ms: 1, us: 1_000, ns: 1_000_000 } as const;
const MINUTE_MS = 60_000;

/** Reads the times of a column. */
class TimeColumn {
  readonly #name: string;
  readonly #unit: Field['unit'];
  readonly #zone: string | undefined;
  /** The units that were guessed by the size of numbers. */
  readonly guessed = new Set<string>();

  /**
   * @param name for messages, such as `messages.created_at`
   * @param zone of times without one; absent if none is known
   * @throws RunError `EXPORT.SHAPE_INVALID` for a zone that does not exist
   */
  constructor(name: string, { unit, zone }: Pick<Field, 'unit' | 'zone'>) {
    if (zone !== undefined && !isZone(zone) && !/^utc[-+]\d/i.test(zone)) throw unknownZone(zone);
    this.#name = name;
    this.#unit = unit;
    this.#zone = zone;
  }

  /**
   * Milliseconds since 1970, with a fraction; NaN for what is no time, undefined for none: nothing, zero, `0000-00-00`.
   * @throws RunError `EXPORT.ZONE_MISSING`
   */
  read(written: string | undefined): number | undefined {
    if (written === undefined) return undefined;
    const found = WRITTEN.exec(written);
    if (found) return this.#ofDate(found, written);
    const value = Number(written);
    if (Number.isNaN(value)) return /^-?infinity$/i.test(written) ? undefined : Number.NaN;
    return value === 0 ? undefined : this.#ofNumber(value);
  }

  #ofNumber(value: number): number {
    const unit =
      this.#unit ?? (value < SECONDS_BELOW ? 's' : value < MS_BELOW ? 'ms' : value < US_BELOW ? 'us' : 'ns');
    if (this.#unit === undefined) this.guessed.add(unit);
    return value / PER_MS[unit];
  }

  #ofDate(
    [, year, month, day, hour, minute, second, fraction, zone]: RegExpExecArray,
    written: string,
  ): number | undefined {
    if (year === '0000') return undefined;
    const whole = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      Number(hour ?? 0),
      Number(minute ?? 0),
      Number(second ?? 0),
    );
    const wall = fraction === undefined ? whole : whole + Number(`0.${fraction}`) * 1_000;
    if (zone !== undefined) return wall - offsetMs(zone);
    if (this.#zone === undefined) throw this.#noZone(written);
    return wall - this.#zoneMs(this.#zone, wall);
  }

  #zoneMs(zone: string, wall: number): number {
    const minutes = offsetOfDay(zone, wall);
    if (minutes !== undefined) return minutes * MINUTE_MS;
    const { DateTime } = luxon();
    return (
      wall - DateTime.fromMillis(wall, { zone: 'utc' }).setZone(zone, { keepLocalTime: true }).toMillis()
    );
  }

  #noZone(written: string): RunError {
    return new RunError(
      'EXPORT.ZONE_MISSING',
      `the times of ${this.#name} have no zone, such as ${written}`,
      {
        hint: 'declare the zone in which the database stored them:  sources: { export: { …, zone: UTC } }',
      },
    );
  }
}

function offsetMs(zone: string): number {
  if (zone.length === 1 || zone.toUpperCase() === 'UTC') return 0;
  const [hours, minutes, seconds] = [
    zone.slice(1, 3),
    zone.slice(3).replaceAll(':', '').slice(0, 2),
    zone.slice(3).replaceAll(':', '').slice(2),
  ];
  const ms = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1_000;
  return zone[0] === '-' ? -ms : ms;
}

/** The characters of the bytes 80 to 9F in windows-1252; bytes without one are control characters of the same number. */
const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
const BYTES = new Map(Array.from(UPPER, (character, index) => [character.charCodeAt(0), 0x80 + index]));
const BEYOND_ASCII = /[\u0080-\uffff]/;
const SUSPECT = /[\u00c2-\u00f4][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/;

/** True if a text looks like UTF-8 that was read as latin1: `Ã©` for `é`. */
export const looksDoubleEncoded = (text: string): boolean => SUSPECT.test(text) && repaired(text) !== text;

/** A text whose UTF-8 was read as latin1, as it was meant; the same text if it was not. */
function repaired(text: string): string {
  if (!BEYOND_ASCII.test(text)) return text;
  const bytes = Buffer.allocUnsafe(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const byte = code > 0xff ? BYTES.get(code) : code;
    if (byte === undefined) return text;
    bytes[at] = byte;
  }
  return isUtf8(bytes) ? bytes.toString() : text;
}
