import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/mapping.ts';
import type { InspectedColumn } from '../columns/column.ts';
import { columnsByField, isRoomColumn } from '../words/field-names.ts';

/** The map that a pipeline would need for a file, and what the user has to decide. */
export type Proposal = {
  /** Fields that need an entry, because the name or the values of their column differ. */
  readonly map: Readonly<Record<string, FieldSource>>;
  /** The column of each field, with or without an entry. */
  readonly fields: Readonly<Record<string, string>>;
  /** Required fields without a clear column, each with the columns that may have it. */
  readonly missing: readonly { readonly field: string; readonly columns: readonly string[] }[];
  /** Columns that no field reads. */
  readonly unused: readonly string[];
  /** Questions that only the user can answer, a sentence each. */
  readonly questions: readonly string[];
};

/** Fields with a fixed set of values, and the words of other systems for each value. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'groups.type': {
    public: 'public open o c',
    private: 'private closed p',
    password: 'password protected',
  },
  'members.scope': {
    admin: 'admin administrator owner leader creator host',
    moderator: 'moderator mod deputy',
    participant: 'participant member user guest normal',
  },
  'messages.receiverType': {
    user: 'user direct dm d personal private im person',
    group: 'group room channel public team c p g stream',
  },
};

const CANDIDATES_MAX = 6;

/** Columns that are read without an entry, or never read; they are not reported as unused. */
const OWN_NAMES = /^(?:metadata\.|data\.|_)/;

/**
 * Proposes a map for the columns of a file.
 * @param zone the zone of times without one, if known
 */
export function propose(
  entity: EntityName,
  columns: readonly InspectedColumn[],
  zone: string | undefined,
): Proposal {
  const filled = columns.filter(({ type }) => type !== 'empty');
  const fields = new Map(
    columnsByField(
      entity,
      filled.map(({ name }) => name),
    ),
  );
  if (entity === 'messages') byForm(fields, filled);
  const map: Record<string, FieldSource> = {};
  const questions: string[] = [];
  for (const [field, name] of fields) {
    const column = filled.find((each) => each.name === name) as InspectedColumn;
    const source = sourceOf(`${entity}.${field}`, field, column, zone, questions);
    if (source !== field) map[field] = source;
  }
  const receiver = fields.get('receiver');
  if (entity === 'messages' && !fields.has('receiverType') && receiver && isRoomColumn(receiver))
    map['receiverType'] = { const: 'group' };
  const used = new Set(fields.values());
  const free = filled.filter(({ name, type }) => !used.has(name) && type !== 'time' && type !== 'json');
  const missing = entities[entity].required
    .filter((field) => !fields.has(field) && !Object.hasOwn(map, field))
    .map((field) => ({ field, columns: free.slice(0, CANDIDATES_MAX).map(({ name }) => name) }));
  return {
    map,
    fields: Object.fromEntries(fields),
    missing,
    unused: columns.map(({ name }) => name).filter((name) => !used.has(name) && !OWN_NAMES.test(name)),
    questions,
  };
}

/** Without a matching name: the only column of times, the only column of unique ids, the column of the longest texts. */
function byForm(fields: Map<string, string>, columns: readonly InspectedColumn[]): void {
  const used = new Set(fields.values());
  const left = columns.filter(({ name }) => !used.has(name));
  const times = left.filter(({ type }) => type === 'time');
  if (!fields.has('sentAt') && times.length === 1) fields.set('sentAt', times[0]?.name as string);
  const isUnique = ({ filled, distinct }: InspectedColumn): boolean =>
    filled > 1 && distinct.count >= filled * (1 - 2 * distinct.error);
  const keys = left.filter((column) => column.type === 'id' && isUnique(column));
  if (!fields.has('muid') && keys.length === 1) fields.set('muid', keys[0]?.name as string);
  const [longest] = left.filter(({ type }) => type === 'text').sort((a, b) => b.longest - a.longest);
  if (!fields.has('text') && !fields.has('data') && longest && longest.longest > 40)
    fields.set('text', longest.name);
}

const TIMES = new Set([
  'createdAt',
  'lastActiveAt',
  'deactivatedAt',
  'joinedAt',
  'sentAt',
  'deliveredAt',
  'readAt',
]);

function sourceOf(
  where: string,
  field: string,
  column: InspectedColumn,
  zone: string | undefined,
  questions: string[],
): FieldSource {
  if (TIMES.has(field)) return timeSource(column, zone, questions);
  const words = WORDS[where];
  return words ? wordSource(field, column, words, questions) : column.name;
}

function timeSource(
  { name, time }: InspectedColumn,
  zone: string | undefined,
  questions: string[],
): FieldSource {
  if (!time) return name;
  if (time.ambiguous) questions.push(`${name}: ${time.evidence}; check a few of its times`);
  if (!time.zoned && !zone)
    questions.push(`${name}: in which zone were these times written? declare it (zone: Europe/Berlin)`);
  if (time.zoned && (time.time === 's' || time.time === 'iso')) return name;
  return { from: name, time: time.time, ...(time.zoned || !zone ? {} : { zone }) };
}

function wordSource(
  field: string,
  { name, values }: InspectedColumn,
  words: Readonly<Record<string, string>>,
  questions: string[],
): FieldSource {
  const expected = Object.keys(words).join(', ');
  if (!values) {
    questions.push(`${name}: more values than ${field} can have (${expected})`);
    return name;
  }
  const meaning = (value: string): string | undefined =>
    Object.keys(words).find((word) => words[word]?.split(' ').includes(value.toLowerCase()));
  const known = values.flatMap((value) => {
    const word = meaning(value);
    return word ? [[value, word] as const] : [];
  });
  const unknown = values.filter((value) => !meaning(value)).map((value) => JSON.stringify(value));
  if (unknown.length > 0) questions.push(`${name}: which ${field} is ${unknown.join(', ')}? (${expected})`);
  const isAsNamed = unknown.length === 0 && known.every(([value, word]) => value.toLowerCase() === word);
  return known.length === 0 || isAsNamed ? name : { from: name, values: Object.fromEntries(known) };
}
