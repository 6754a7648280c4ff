import { fieldNames } from '../input/entities/content-hash.ts';
import type { Entity } from '../input/entities/entity.ts';
import { templateParts } from '../input/rows/forms/field-source.ts';
import { isMemberOf, type MappedField, type Mapping } from '../input/rows/mapping.ts';
import type { TimeFormat } from '../input/rows/time.ts';
import { type Fingerprint, fingerprint64 } from '../keys/fingerprint64.ts';
import { type ClockFormat, clockFormat } from './clock-steps.ts';
import { type ZoneDays, zoneDays } from './zone-days.ts';

/** A word that a field may have: the bytes in a cell, and the value for the service. */
export type Word = { readonly bytes: Uint8Array; readonly value: string } & Fingerprint;

/** The text that the pipeline adds around an id, lower-cased. */
export type Affixes = { readonly before: Uint8Array; readonly after: Uint8Array };

/**
 * The way in which the times of a column are read: `auto` is seconds or ISO 8601; and in which zone they are if
 * they name none.
 */
export type TimeReading = {
  readonly format: 'auto' | 'iso' | 's' | 'ms' | 'us' | ClockFormat;
  readonly zone: ZoneDays | undefined;
};

/** The check of the cells of one field; a record with a `never` cell is always checked as a row. */
export type CellRule =
  | { readonly kind: 'id'; readonly affixes: Affixes | undefined }
  | { readonly kind: 'key' }
  | { readonly kind: 'text'; readonly bytesMax: number }
  | { readonly kind: 'url' }
  | { readonly kind: 'time'; readonly reading: TimeReading }
  | { readonly kind: 'word'; readonly words: readonly Word[] }
  /** A JSON object, a JSON list of texts. */
  | { readonly kind: 'json' | 'tags' }
  | { readonly kind: 'never' };

/** The check of one field of a record. */
export type Rule = {
  readonly field: string;
  /** The field's index in the entity's list, which is hashed with its content. */
  readonly index: number;
  /** The column; -1 if the field is the same in every row. */
  readonly column: number;
  readonly cellRule: CellRule;
  readonly required: boolean;
  /** Set if the field has the time of the row, `sentAt`, in every record that is proved; it has no column. */
  readonly isSentAt?: true;
  /** The value of an empty cell, or of every cell if there is no column. */
  readonly fallback: (Fingerprint & { readonly value: string }) | undefined;
};

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  users: ['uid', 'name'],
  // One without a type is created private, which is said.
  groups: ['guid', 'name', 'type'],
  members: ['guid', 'uid'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
};
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  messages: { category: 'message', type: 'text' },
};
/** The words that are certainly valid; a record with another valid word is checked as a row. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  groups: { type: ['public', 'private'] },
  members: { scope: ['admin', 'moderator', 'participant'], isBanned: ['true', 'false'] },
  messages: { receiverType: ['user', 'group'], category: ['message'], type: ['text'] },
};
/** Bytes of a text that are certainly within the limit: a text never has more characters than bytes. */
const TEXT_BYTES: Readonly<Record<string, number>> = {
  name: 100,
  description: 255,
  statusMessage: 255,
  text: 1_706,
};
const ID_BYTES_MAX = 100;
const KEY_BYTES_MAX = 255;
const URL_BYTES_MAX = 3_000;
/** With a text of a length that is certainly valid, also within the limit of a message's data. */
const JSON_BYTES_MAX = 5_120;
/** Fields that a policy decides about: a record with one is checked as a row. */
const MARKS: ReadonlySet<string> = new Set([
  'parentMuid',
  'parentId',
  'editedBy',
  'deletedBy',
  'editedAt',
  'deletedAt',
]);
/** Fields of a message that is sent as read; a record that says when it was read is checked as a row. */
const READ_TIMES: ReadonlySet<string> = new Set(['deliveredAt', 'readAt']);
const URLS: ReadonlySet<string> = new Set(['avatar', 'link', 'icon']);

/**
 * The rules by which the records of a file are checked; undefined if a field needs more than its own cell.
 * @param columns names of the columns, in the order of a record's cells
 * @param isSentAsRead whether messages without `readAt` get one
 */
export function rulesOf(
  entity: Entity,
  mapping: Mapping,
  columns: readonly string[],
  isSentAsRead = false,
): readonly Rule[] | undefined {
  const mapped = new Map(mapping.fields.map((each) => [each.field, each]));
  const defaults = DEFAULTS[entity.name] ?? {};
  const required = REQUIRED[entity.name];
  // An entity without rules, or a map that changes cells: each record is checked as a row.
  if (!required || !mapping.isPlain) return undefined;
  const rules: Rule[] = [];
  for (const [index, field] of fieldNames(entity).entries()) {
    const mappedField = mapped.get(field);
    mapped.delete(field);
    const value = Object.hasOwn(defaults, field) ? defaults[field] : undefined;
    const fallback = value === undefined ? undefined : { value, ...fingerprint64(value) };
    const needed = required.includes(field);
    if (isSentAsRead && READ_TIMES.has(field)) {
      const column = mappedField ? columnIn(columns, mappedField) : -1;
      if (mappedField && column < 0) return undefined;
      if (mappedField) rules.push(never(field, column));
      rules.push({ ...constant(field, index, ''), fallback: undefined, isSentAt: true });
      continue;
    }
    if (!mappedField) {
      if (needed) return undefined;
      if (value !== undefined) rules.push(constant(field, index, value));
      continue;
    }
    const rule = ruleOf(entity, mappedField, columns, { index, required: needed, fallback });
    if (!rule) return undefined;
    rules.push(rule);
  }
  for (const name of columns)
    if (isMemberOf(entity, name) && !mapping.columns.has(name))
      rules.push(never(name, columns.indexOf(name)));
  // What a field takes from inside of a member is not a cell of its own: a record with that member is checked as a row.
  for (const root of mapping.pathRoots) {
    const column = columns.indexOf(root);
    if (column < 0) return undefined;
    rules.push(never(`${root}.*`, column));
  }
  // Members of JSON fields with a column of their own: a record with such a cell is checked as a row.
  for (const [field, one] of mapped) {
    const column = columnIn(columns, one);
    if (column < 0) return undefined;
    rules.push(never(field, column));
  }
  return rules;
}

function never(field: string, column: number): Rule {
  return { field, index: 0, column, cellRule: { kind: 'never' }, required: false, fallback: undefined };
}

function constant(field: string, index: number, value: string): Rule {
  const fallback = { value, ...fingerprint64(value) };
  return { field, index, column: -1, cellRule: { kind: 'never' }, required: false, fallback };
}

/** The column that a field is, if it is one as it is; else -1. */
const columnIn = (columns: readonly string[], { source }: MappedField): number =>
  typeof source === 'string' ? columns.indexOf(source) : -1;

type Parts = Pick<Rule, 'index' | 'required' | 'fallback'>;

function ruleOf(
  entity: Entity,
  mapped: MappedField,
  columns: readonly string[],
  parts: Parts,
): Rule | undefined {
  const { field, source, made } = mapped;
  if (made !== undefined && !MARKS.has(field)) return readyRule(mapped, made, columns, parts);
  if (typeof source === 'object' && 'const' in source)
    return constantRule(entity, field, source.const, parts);
  const named = columnOf(source);
  if (!named) return undefined;
  const column = columns.indexOf(named.name);
  const cellRule = cellRuleOf(entity, mapped, named);
  return column < 0 || !cellRule ? undefined : { ...parts, field, column, cellRule };
}

/** A cell with a ready id. One without is not sure to have none. */
function readyRule(
  { kind, field }: MappedField,
  made: string,
  columns: readonly string[],
  parts: Parts,
): Rule | undefined {
  const column = columns.indexOf(made);
  const cellRule: CellRule = kind === 'key' ? { kind } : { kind: 'id', affixes: undefined };
  return column < 0 ? undefined : { ...parts, field, column, cellRule, required: true, fallback: undefined };
}

/** Only words may be constant here: a constant of another kind makes little sense, and its rows are checked as rows. */
function constantRule(
  entity: Entity,
  field: string,
  value: string | number | boolean,
  parts: Parts,
): Rule | undefined {
  const known = WORDS[entity.name]?.[field]?.includes(String(value));
  return known ? { ...constant(field, parts.index, String(value)), required: false } : undefined;
}

type AffixedColumn = { readonly name: string; readonly before: string; readonly after: string };

/** The one column that a field is read from; undefined if there are several or none. */
function columnOf(source: MappedField['source']): AffixedColumn | undefined {
  if (typeof source === 'string') return { name: source, before: '', after: '' };
  if ('from' in source) return { name: source.from, before: '', after: '' };
  const [before, name, after, more] = 'template' in source ? templateParts(source.template) : [];
  if (name === undefined || more !== undefined) return undefined;
  return { name, before: before ?? '', after: after ?? '' };
}

function cellRuleOf(
  entity: Entity,
  { field, kind, source }: MappedField,
  named: AffixedColumn,
): CellRule | undefined {
  const templated = named.before !== '' || named.after !== '';
  const renames = typeof source === 'object' && 'values' in source ? source.values : undefined;
  if (MARKS.has(field)) return { kind: 'never' };
  const words = WORDS[entity.name]?.[field];
  if (words) return templated ? undefined : { kind: 'word', words: wordsOf(words, renames) };
  if (renames) return undefined;
  if (kind === 'id') {
    const literal = (text: string): Uint8Array => Buffer.from(text.toLowerCase());
    const affixes = templated ? { before: literal(named.before), after: literal(named.after) } : undefined;
    return { kind: 'id', affixes };
  }
  if (templated) return undefined;
  if (kind === 'time') {
    const reading = readingOf(typeof source === 'object' && 'from' in source ? source : {});
    return reading ? { kind: 'time', reading } : { kind: 'never' };
  }
  if (kind === 'key') return { kind };
  if (field === 'metadata') return { kind: 'json' };
  if (kind === 'tags') return { kind };
  if (URLS.has(field)) return { kind: 'url' };
  const bytesMax = TEXT_BYTES[field];
  return kind === 'text' && bytesMax !== undefined ? { kind: 'text', bytesMax } : { kind: 'never' };
}

function readingOf({ time, zone }: TimeFormat): TimeReading | undefined {
  const isKnown = time === 'iso' || time === 's' || time === 'ms' || time === 'us';
  const format = time === undefined ? 'auto' : isKnown ? time : clockFormat(time);
  return format && { format, zone: zone === undefined ? undefined : zoneDays(zone) };
}

/** The words as the pipeline renames them; a record with another word is checked as a row. */
function wordsOf(
  known: readonly string[],
  renames: Readonly<Record<string, string | number | boolean>> | undefined,
): Word[] {
  if (!renames) return known.map((word) => wordOf(word, word));
  return Object.entries(renames).flatMap(([written, value]) =>
    known.includes(String(value)) ? [wordOf(written, String(value))] : [],
  );
}

/** Bytes of a cell that are certainly within the field's limit. */
export function bytesMaxOf(cellRule: CellRule): number {
  switch (cellRule.kind) {
    case 'id':
      return (
        ID_BYTES_MAX - (cellRule.affixes ? cellRule.affixes.before.length + cellRule.affixes.after.length : 0)
      );
    case 'key':
      return KEY_BYTES_MAX;
    case 'url':
      return URL_BYTES_MAX;
    case 'text':
      return cellRule.bytesMax;
    case 'json':
    case 'tags':
      return JSON_BYTES_MAX;
    default:
      return 0x7fff_ffff;
  }
}

const wordOf = (written: string, value: string): Word => ({
  bytes: Buffer.from(written),
  value,
  ...fingerprint64(value),
});
