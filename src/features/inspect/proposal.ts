import { entities } from '../../input/entities/entities.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import type { FieldSource } from '../../input/rows/mapping.ts';
import type { InspectedColumn } from './column.ts';
import { columnsByField, isRoomColumn } from './field-names.ts';

/** What a pipeline would say of a file, and what a person has to look at. */
export type Proposal = {
  /** Fields that need an entry: the name of the column is another, or its values are. */
  readonly map: Readonly<Record<string, FieldSource>>;
  /** Which column each field takes, with and without an entry. */
  readonly fields: Readonly<Record<string, string>>;
  /** Fields that every row needs and no column plainly holds, each with the columns that might. */
  readonly missing: readonly { readonly field: string; readonly columns: readonly string[] }[];
  /** Columns that no field takes. */
  readonly unused: readonly string[];
  /** What only a person can answer, a sentence each. */
  readonly questions: readonly string[];
};

/** Fields with a closed list of values, and what other systems call these. */
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

/** Columns that are read without an entry, and those that nobody reads. */
const OWN_NAMES = /^(?:metadata\.|data\.|_)/;

/** @param zone the zone of times that name none, where it is known */
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

/** Where names say nothing: the only column of times, the only id without a repetition, the longest text. */
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
  if (time.ambiguous) questions.push(`${name}: ${time.evidence}; look at a few of its times`);
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
  const strangers = values.filter((value) => !meaning(value)).map((value) => JSON.stringify(value));
  if (strangers.length > 0)
    questions.push(`${name}: which ${field} is ${strangers.join(', ')}? (${expected})`);
  const isAsNamed = strangers.length === 0 && known.every(([value, word]) => value.toLowerCase() === word);
  return known.length === 0 || isAsNamed ? name : { from: name, values: Object.fromEntries(known) };
}
