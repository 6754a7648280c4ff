import { fieldNames } from '../../../input/entities/content-hash.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import { isMemberOf, type MappedField, type Mapping } from '../../../input/rows/mapping.ts';
import { type Fingerprint, fingerprint64 } from '../../../keys/fingerprint64.ts';
import type { TimeReading } from './time-check.ts';

/** A word that a field may hold, as it may be written in a cell and as the service knows it. */
export type Word = { readonly bytes: Uint8Array; readonly meant: string } & Fingerprint;

/** What the pipeline puts around an id, lower-cased. */
export type Affixes = { readonly before: Uint8Array; readonly after: Uint8Array };

/** How the cells of one field are looked at; `never` is left to the row at once. */
export type Look =
  | { readonly how: 'id'; readonly affixes: Affixes | undefined }
  | { readonly how: 'key' }
  | { readonly how: 'text'; readonly bytesMax: number }
  | { readonly how: 'url' }
  | { readonly how: 'time'; readonly reading: TimeReading }
  | { readonly how: 'word'; readonly words: readonly Word[] }
  | { readonly how: 'never' };

/** How one field of a record is looked at. */
export type Rule = {
  readonly field: string;
  /** The field's place in the entity's list, under which its content is hashed. */
  readonly index: number;
  /** The column; -1 where the field is the same in every row. */
  readonly column: number;
  readonly look: Look;
  readonly required: boolean;
  /** What stands for an empty cell, or for every cell where there is no column. */
  readonly fallback: (Fingerprint & { readonly meant: string }) | undefined;
};

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  users: ['uid', 'name'],
  groups: ['guid', 'name'],
  members: ['guid', 'uid'],
  messages: ['muid', 'sender', 'receiver', 'receiverType', 'sentAt', 'text'],
};
const DEFAULTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  users: {},
  groups: { type: 'public' },
  members: { scope: 'participant' },
  messages: { category: 'message', type: 'text' },
};
/** What a record may hold to be certainly right; another word that is right too is looked at as a row. */
const WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  users: {},
  groups: { type: ['public', 'private'] },
  members: { scope: ['admin', 'moderator', 'participant'], isBanned: ['true', 'false'] },
  messages: { receiverType: ['user', 'group'], category: ['message'], type: ['text'] },
};
/** Bytes that a text may certainly have: its characters are never more than its bytes. */
const TEXT_BYTES: Readonly<Record<string, number>> = {
  name: 100,
  description: 255,
  statusMessage: 1_000,
  text: 1_706,
};
const ID_BYTES_MAX = 100;
const KEY_BYTES_MAX = 255;
const URL_BYTES_MAX = 3_000;
const URLS: ReadonlySet<string> = new Set(['avatar', 'link', 'icon']);

/**
 * How the records of a file are looked at; undefined where some field needs more than its own cell.
 * @param columns the columns by name, in the order in which a record has its cells
 */
export function rulesOf(
  entity: Entity,
  mapping: Mapping,
  columns: readonly string[],
): readonly Rule[] | undefined {
  const mapped = new Map(mapping.fields.map((each) => [each.field, each]));
  const defaults = DEFAULTS[entity.name] ?? {};
  const required = REQUIRED[entity.name];
  // An entity that nothing is known of here: each of its records is judged as a row.
  if (!required) return undefined;
  const rules: Rule[] = [];
  for (const [index, field] of fieldNames(entity).entries()) {
    const how = mapped.get(field);
    mapped.delete(field);
    const meant = Object.hasOwn(defaults, field) ? defaults[field] : undefined;
    const fallback = meant === undefined ? undefined : { meant, ...fingerprint64(meant) };
    const needed = required.includes(field);
    if (!how) {
      if (needed) return undefined;
      if (meant !== undefined) rules.push(constant(field, index, meant));
      continue;
    }
    const rule = ruleOf(entity, how, columns, { index, required: needed, fallback });
    if (!rule) return undefined;
    rules.push(rule);
  }
  for (const name of columns)
    if (isMemberOf(entity, name) && !mapping.columns.has(name))
      rules.push(never(name, columns.indexOf(name)));
  // Members of JSON fields in columns of their own: a cell that holds something is looked at as a row.
  for (const [field, { source }] of mapped) {
    const column = typeof source === 'string' ? columns.indexOf(source) : -1;
    if (column < 0) return undefined;
    rules.push(never(field, column));
  }
  return rules;
}

function never(field: string, column: number): Rule {
  return { field, index: 0, column, look: { how: 'never' }, required: false, fallback: undefined };
}

function constant(field: string, index: number, meant: string): Rule {
  const fallback = { meant, ...fingerprint64(meant) };
  return { field, index, column: -1, look: { how: 'never' }, required: false, fallback };
}

type Parts = Pick<Rule, 'index' | 'required' | 'fallback'>;

function ruleOf(
  entity: Entity,
  mapped: MappedField,
  columns: readonly string[],
  parts: Parts,
): Rule | undefined {
  const { field, source } = mapped;
  if (typeof source === 'object' && 'const' in source)
    return constantRule(entity, field, source.const, parts);
  const named = columnOf(source);
  if (!named) return undefined;
  const column = columns.indexOf(named.name);
  const look = lookOf(entity, mapped, named);
  return column < 0 || !look ? undefined : { ...parts, field, column, look };
}

/** A word that every row has is right or wrong in all of them; of the other kinds a constant makes little sense. */
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

/** The one column that a field is read from; undefined where there are several. */
function columnOf(source: MappedField['source']): AffixedColumn | undefined {
  if (typeof source === 'string') return { name: source, before: '', after: '' };
  if ('from' in source) return { name: source.from, before: '', after: '' };
  const [before, name, after, more] = 'template' in source ? source.template.split(/\{([^{}]+)\}/) : [];
  if (name === undefined || more !== undefined) return undefined;
  return { name, before: before ?? '', after: after ?? '' };
}

function lookOf(
  entity: Entity,
  { field, kind, source }: MappedField,
  named: AffixedColumn,
): Look | undefined {
  const templated = named.before !== '' || named.after !== '';
  const renames = typeof source === 'object' && 'values' in source ? source.values : undefined;
  const words = WORDS[entity.name]?.[field];
  if (words) return templated ? undefined : { how: 'word', words: wordsOf(words, renames) };
  if (renames) return undefined;
  if (kind === 'id') {
    const literal = (text: string): Uint8Array => Buffer.from(text.toLowerCase());
    const affixes = templated ? { before: literal(named.before), after: literal(named.after) } : undefined;
    return { how: 'id', affixes };
  }
  if (templated) return undefined;
  if (kind === 'time') {
    const reading = readingOf(typeof source === 'object' && 'from' in source ? source.time : undefined);
    return reading ? { how: 'time', reading } : { how: 'never' };
  }
  if (field === 'muid' || field === 'parentId') return { how: 'key' };
  if (URLS.has(field)) return { how: 'url' };
  const bytesMax = TEXT_BYTES[field];
  return kind === 'text' && bytesMax !== undefined ? { how: 'text', bytesMax } : { how: 'never' };
}

function readingOf(time: string | undefined): TimeReading | undefined {
  if (time === undefined) return 'auto';
  return time === 'iso' || time === 's' || time === 'ms' || time === 'us' ? time : undefined;
}

/** As the pipeline renames them; a cell that it does not name is looked at as a row. */
function wordsOf(
  known: readonly string[],
  renames: Readonly<Record<string, string | number | boolean>> | undefined,
): Word[] {
  if (!renames) return known.map((word) => wordOf(word, word));
  return Object.entries(renames).flatMap(([written, meant]) =>
    known.includes(String(meant)) ? [wordOf(written, String(meant))] : [],
  );
}

/** Bytes that a cell may certainly have. */
export function bytesMaxOf(look: Look): number {
  switch (look.how) {
    case 'id':
      return ID_BYTES_MAX - (look.affixes ? look.affixes.before.length + look.affixes.after.length : 0);
    case 'key':
      return KEY_BYTES_MAX;
    case 'url':
      return URL_BYTES_MAX;
    case 'text':
      return look.bytesMax;
    default:
      return 0x7fff_ffff;
  }
}

const wordOf = (written: string, meant: string): Word => ({
  bytes: Buffer.from(written),
  meant,
  ...fingerprint64(meant),
});
