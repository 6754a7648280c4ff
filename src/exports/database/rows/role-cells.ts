import { parsedJson } from '../../../input/json/parse-json.ts';
import { brokenRow } from '../../files/unreadable.ts';
import type { UnreadableRow } from '../../neutral.ts';
import type { Owner } from '../shape/whose-ids.ts';
import type { CellValue } from '../table.ts';
import { repaired } from './double-encoded.ts';
import type { Looked } from './lookups.ts';
import type { TimeColumn } from './time-column.ts';

/** A value that is needed and cannot be read. */
export class BrokenCell extends Error {
  readonly column: string;
  constructor(column: string, why = '') {
    super(`its value of ${column} cannot be read: ${why}`);
    this.column = column;
  }
}

/** A field, and how it is read. */
export type CellField = {
  readonly slot: number;
  readonly column: string;
  /** Values of another table by that in the slot. */
  readonly looked: Looked | undefined;
  /** The member of a JSON object that is meant. */
  readonly json: string | undefined;
  /** Values that mean yes; absent for all but those that mean no. */
  readonly yes: ReadonlySet<string> | undefined;
  readonly time: TimeColumn;
  readonly owner: Owner;
  /** The column beside it that may say whose its ids are. */
  readonly whose: { readonly slot: number; of(value: string | undefined): Owner } | undefined;
};

/** The columns of a table, and the fields in them. */
type FieldsOfTable = {
  readonly columns: readonly string[];
  readonly fields: ReadonlyMap<string, CellField>;
  readonly isDoubleEncoded: boolean;
};

/** The values of a row by what they are. */
export class RoleCells {
  /** Of the row that is read now. */
  values: readonly CellValue[] = [];
  readonly #of: FieldsOfTable;
  readonly #fields: ReadonlyMap<string, CellField>;

  constructor(of: FieldsOfTable) {
    this.#of = of;
    this.#fields = of.fields;
  }

  has(field: string): boolean {
    return this.#fields.has(field);
  }

  /** The text of a field; undefined for NULL, and for an empty text. */
  text(field: string): string | undefined {
    const known = this.#fields.get(field);
    return known && this.#textOf(known);
  }

  #textOf({ slot, column, looked, json }: CellField): string | undefined {
    const own = this.at(slot);
    if (own === undefined) return undefined;
    const text = looked ? looked.texts.get(own) : own;
    return json === undefined || text === undefined ? text : memberOf(text, json, column);
  }

  /**
   * The id in a field, with a beginning where it is that of another section or table, so that it is nobody else's.
   * @throws RunError `EXPORT.SHAPE_UNCLEAR` if that is not clear
   */
  id(field: string): string | undefined {
    const known = this.#fields.get(field);
    const id = known && this.#textOf(known);
    if (id === undefined) return undefined;
    const { prefix } = this.#ownerOf(known as CellField);
    return prefix === '' ? id : prefix + id;
  }

  /** True if the id in a field is that of a conversation, where it may also be that of somebody. */
  isConversation(field: string): boolean {
    const known = this.#fields.get(field);
    return known !== undefined && this.#ownerOf(known).isConversation;
  }

  #ownerOf({ whose, owner, looked, slot }: CellField): Owner {
    if (whose) return whose.of(this.at(whose.slot));
    return looked?.owners?.get(this.at(slot) ?? '') ?? owner;
  }

  /** The text of a column that was asked for by its number. */
  at(slot: number): string | undefined {
    const value = this.values[slot];
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'symbol') throw new BrokenCell(this.#of.columns[slot] as string, value.description);
    return this.#of.isDoubleEncoded ? repaired(value) : value;
  }

  /** True if a field says yes. */
  flag(field: string): boolean {
    const known = this.#fields.get(field);
    const text = known && this.#textOf(known);
    if (text === undefined) return false;
    return known?.yes ? known.yes.has(text) : !NO.test(text);
  }

  /** A time in milliseconds since 1970; undefined for none, NaN for what is no time. */
  time(field: string): number | undefined {
    const known = this.#fields.get(field);
    return known?.time.read(this.#textOf(known));
  }

  /** Something that happened, with its time if the column has one; undefined if it did not. */
  event(field: string): { readonly at?: number | undefined } | undefined {
    if (!this.flag(field)) return undefined;
    const text = this.text(field) as string;
    if (this.#fields.get(field)?.yes || /^(?:t|true|y|yes|1)$/i.test(text)) return {};
    const at = this.time(field);
    return at === undefined ? undefined : { at: Number.isNaN(at) ? undefined : at };
  }

  /**
   * The ids in a field that lists them.
   * @param split what stands between them; absent for a list in JSON or of PostgreSQL
   */
  list(field: string, split: string | undefined): readonly string[] {
    const known = this.#fields.get(field);
    const text = known && this.#textOf(known);
    if (known === undefined || text === undefined) return [];
    const ids = split === undefined ? listedIn(text, known.column) : text.split(split);
    return ids.map((id) => id.trim()).filter((id) => id !== '');
  }
}

const NO = /^(?:0+|f|false|n|no|off)$/i;
const LONG_NUMBER = /\d{16}/;

/** The value of JSON in a column; some write JSON as a text in JSON. */
function jsonIn(text: string, column: string): unknown {
  const value = parsedJson(text, LONG_NUMBER.test(text));
  const inner = typeof value === 'string' ? parsedJson(value, LONG_NUMBER.test(value)) : value;
  if (inner === undefined) throw new BrokenCell(column, 'it is not JSON');
  return inner;
}

function memberOf(text: string, name: string, column: string): string | undefined {
  const value = jsonIn(text, column);
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return wordOf((value as Readonly<Record<string, unknown>>)[name]);
}

/** The text of a value that is one; undefined for anything else, and for an empty text. */
const wordOf = (value: unknown): string | undefined =>
  value === undefined || value === '' || typeof value === 'object' ? undefined : String(value);

/** Keys of a listed object that may have its id. */
const ID_KEYS = ['id', 'key', '_id'] as const;

function listedIn(text: string, column: string): readonly string[] {
  const ids = postgresList(text) ?? jsonIn(text, column);
  if (!Array.isArray(ids)) throw new BrokenCell(column, 'it is no list');
  return ids.flatMap((each: unknown) => {
    if (each === null) return [];
    const keyed = (typeof each === 'object' ? each : {}) as Readonly<Record<string, unknown>>;
    const id = wordOf(each) ?? ID_KEYS.map((key) => wordOf(keyed[key])).find((one) => one !== undefined);
    if (id === undefined) throw new BrokenCell(column, 'it lists something without an id');
    return id;
  });
}

/** One value of an array of PostgreSQL, and what ends it. */
const ELEMENT = /(?:"([^"\\]*(?:\\.[^"\\]*)*)"|([^,{}"]*))([,}])/sy;

/** The values of an array as PostgreSQL writes it, such as `{1,2}`; undefined if it is none. */
function postgresList(text: string): readonly string[] | undefined {
  if (!text.startsWith('{')) return undefined;
  const found: string[] = [];
  ELEMENT.lastIndex = 1;
  for (let end = ','; end === ','; ) {
    const element = ELEMENT.exec(text);
    if (!element) return undefined;
    const [, quoted, plain = ''] = element;
    end = element[3] as string;
    if (quoted !== undefined) found.push(quoted.replace(/\\(.)/gs, '$1'));
    else if (plain !== '' && plain !== 'NULL') found.push(plain);
    if (end === '}' && ELEMENT.lastIndex < text.length) return undefined;
  }
  return found;
}

/** A row without a value that it needs. */
export const noValue = (field: string, cells: RoleCells): UnreadableRow =>
  brokenRow(`it has no value for ${field}`, cells.values, field);

/** A time that is one. */
export const knownTime = (time: number | undefined): number | undefined =>
  time === undefined || Number.isNaN(time) ? undefined : time;

/** The values of columns that are kept as they are. */
export function metadataOf(
  cells: RoleCells,
  columns: readonly string[],
  slots: readonly number[],
): Readonly<Record<string, string>> | undefined {
  if (columns.length === 0) return undefined;
  return Object.fromEntries(
    columns.flatMap((column, index) => {
      const value = cells.at(slots[index] as number);
      return value === undefined ? [] : [[column, value]];
    }),
  );
}
