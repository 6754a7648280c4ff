import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { TimeEvidence } from '../../../input/columns/time-evidence.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { isZone } from '../../../input/rows/time.ts';
import {
  columnsByField,
  isRoomColumn,
  readableNames,
  TIMES,
  timesIn,
} from '../../../inspection/words/field-names.ts';
import { type Known, type Question, UNANSWERED } from '../ask/answering.ts';
import { fieldsByForm } from './entity-guess.ts';
import { wordSource } from './words.ts';

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

const CANDIDATES_MAX = 6;

/** Columns that are read without an entry, or never read; they are not reported as unused. */
const OWN_NAMES = /^(?:metadata\.|data\.|_)/;

const zoneQuestion = (column: string, { first, last }: TimeEvidence): Question => ({
  id: 'zone',
  text: `${column}: in which time zone were these times written? (${first} … ${last})`,
  choices: [],
  example: 'Europe/Berlin',
  check: (zone) => (isZone(zone) ? undefined : 'not the name of a time zone, such as Europe/Berlin'),
});

/**
 * Proposes a map for the columns of a file, by this file alone.
 * @param zone the zone of times without one, if known
 */
export function propose(
  entity: EntityName,
  columns: readonly InspectedColumn[],
  zone: string | undefined,
): Proposal {
  const questions: string[] = [];
  const ask = (question: Question): Question => {
    const { id, text } = question;
    questions.push(id === 'zone' ? `${text} declare it, for example zone: Europe/Berlin` : text);
    return question;
  };
  const filled = columns.filter(({ type }) => type !== 'empty');
  const fields = fieldsOf(entity, filled);
  const known = { answers: new Map(zone === undefined ? [] : [['zone', zone]]), ask };
  const map: Record<string, FieldSource> = {};
  for (const [field, name] of fields) {
    const source = sourceOf(
      entity,
      field,
      filled.find((each) => each.name === name) as InspectedColumn,
      known,
    );
    if (source !== field) map[field] = source;
  }
  const receiver = fields.get('receiver');
  if (entity === 'messages' && !fields.has('receiverType') && receiver && isRoomColumn(receiver))
    map['receiverType'] = { const: 'group' };
  return {
    map,
    fields: Object.fromEntries(fields),
    missing: missingFields(entity, filled, new Set(fields.values()), {
      ...Object.fromEntries(fields),
      ...map,
    }),
    unused: unusedColumns(filled, new Set(fields.values())),
    questions,
  };
}

/** A few rows may lack their id. */
const ID_SHARE = 0.8;

/** The column of each field: by its name, else by what is in it. */
export function fieldsOf(entity: EntityName, filled: readonly InspectedColumn[]): Map<string, string> {
  const fields = new Map(columnsByField(entity, readableNames(filled), timesIn(filled)));
  if (entity === 'messages') {
    const id = filled.find(({ name }) => name === fields.get('muid'));
    // An id of some rows is that of another message.
    if (id && id.name !== 'muid' && id.filled < (id.filled + id.empty) * ID_SHARE) fields.delete('muid');
    fieldsByForm(fields, filled);
  }
  return fields;
}

/** Required fields that nothing fills, with the columns that may have them. */
export function missingFields(
  entity: EntityName,
  filled: readonly InspectedColumn[],
  used: ReadonlySet<string>,
  mapped: Readonly<Record<string, unknown>>,
): Proposal['missing'] {
  const free = filled.filter(({ name, type }) => !used.has(name) && type !== 'time' && type !== 'json');
  return entities[entity].required
    .filter((field) => !Object.hasOwn(mapped, field))
    .map((field) => ({ field, columns: free.slice(0, CANDIDATES_MAX).map(({ name }) => name) }));
}

/** The names of columns that nothing reads. An empty one that is called as a field is read once it is filled. */
export const unusedColumns = (columns: readonly InspectedColumn[], used: ReadonlySet<string>): string[] =>
  columns.map(({ name }) => name).filter((name) => !used.has(name) && !OWN_NAMES.test(name));

/** The way a field reads its column: a time, one of a few words, or the cell as it is. */
export function sourceOf(
  entity: EntityName,
  field: string,
  column: InspectedColumn & { readonly counts?: ReadonlyMap<string, number> },
  known: Known,
): FieldSource {
  return TIMES.has(field) ? timeSource(entity, column, known) : wordSource(entity, field, column, known);
}

function timeSource(entity: EntityName, { name, time }: InspectedColumn, known: Known): FieldSource {
  if (!time) return name;
  const { answers, ask } = known;
  const zone = time.zoned ? undefined : answers.get('zone');
  const format = formatOf(entity, name, time, known);
  if (!time.zoned && zone === undefined) ask(zoneQuestion(name, time));
  if (time.zoned && (format === 's' || format === 'iso')) return name;
  return { from: name, time: format, ...(time.zoned ? {} : { zone: zone ?? UNANSWERED }) };
}

/** The format of a time; if nothing tells day and month apart, the answer to that question. */
function formatOf(
  entity: EntityName,
  name: string,
  time: NonNullable<InspectedColumn['time']>,
  { answers, ask, dayOrders }: Known,
): string {
  const id = `${entity}.${name}`;
  const { monthFirst } = time;
  if (!time.ambiguous) return time.time;
  const answer = answers.get(id);
  if (answer) return answer;
  // Numbers with dots between them are day, month and year wherever they are written so.
  if (monthFirst !== undefined && /^d+[.]/.test(time.time)) return time.time;
  const [proved, ...others] = [time.time, monthFirst].filter(
    (format) => format !== undefined && dayOrders?.has(dayOrderOf(format)),
  );
  if (proved !== undefined && others.length === 0) return proved;
  // Cells in another form than most are no other reading of these.
  const best = monthFirst === undefined ? { best: time.time } : {};
  const choices = [time.time, monthFirst].flatMap((value) => (value === undefined ? [] : [{ value }]));
  const why =
    monthFirst === undefined
      ? `the times are written in several ways (${time.evidence})`
      : 'no time shows whether day or month comes first';
  ask({ id, text: `${name}: ${why}; which is it?`, choices, ...best });
  return UNANSWERED;
}

/** The order of day and month in a format with what stands between them, such as `d/M`. */
const dayOrderOf = (format: string): string => {
  const [first, second] = ['d', 'M'].sort((a, b) => format.indexOf(a) - format.indexOf(b)) as [
    string,
    string,
  ];
  const [from, to] = [format.lastIndexOf(first) + 1, format.indexOf(second)];
  return format.includes('d') && format.includes('M') && from > 0 && to > from
    ? first + format.slice(from, to) + second
    : '';
};

/** The orders of day and month that some column of a dump proves: one system writes all its days alike. */
export const provenDayOrders = (columns: readonly InspectedColumn[]): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ time }) =>
      time && !time.ambiguous && dayOrderOf(time.time) !== '' ? [dayOrderOf(time.time)] : [],
    ),
  );
