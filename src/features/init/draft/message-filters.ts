import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { Conditions, FieldSource, Scalar } from '../../../input/rows/forms/field-source.ts';
import { columnOfHint, isAround, isHintedAs } from '../../../inspection/words/field-names.ts';
import {
  HIDING,
  INTERNAL,
  isEventWord,
  isNo,
  isShown,
  isYes,
  LEFT_AT,
  SHOWING,
  SHOWN,
  translatedWord,
} from '../../../inspection/words/values.ts';
import { type Known, rowsText, UNANSWERED } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
import { WORDS_MAX } from '../guess/words.ts';
import { rowsByValue } from './drafting.ts';

/** Rows of a table that are no messages, and the columns that say so. */
export type Filters = {
  readonly where: Conditions;
  readonly remarks: readonly string[];
  /** Words that nobody has explained, as the field that waits for it. */
  readonly open?: FieldSource;
  /** The columns that are used up. */
  readonly used: readonly string[];
};

/** Deleted rows, rows about who came and went, and notes of the staff. */
export function messageFilters(table: Table, taken: ReadonlySet<string>, known: Known): Filters {
  // What stands around the rows is about their room.
  const filled = table.columns.filter(({ name, type }) => type !== 'empty' && !isAround(name));
  const gone = goneFilter('messages', table, known);
  const where: Record<string, Conditions[string]> = { ...gone.where };
  const remarks = [...gone.remarks];
  const used = [...gone.used];
  for (const column of filled.filter(({ name }) => INTERNAL.test(name) && !taken.has(name))) {
    // Yes means the opposite where a column says who may see a message.
    const open = SHOWN.test(column.name) ? undefined : keptValues(column, table);
    if (open && column.type !== 'time') {
      where[column.name] = open;
      used.push(column.name);
      remarks.push(
        `internal notes (${column.name}) are skipped: ${countOf(table, (row) => isGone(row[column.name]))} of the rows looked at`,
      );
    }
  }
  const kind = kindColumn(filled, taken);
  const states = filled
    .filter(({ name }) => !taken.has(name) && !used.includes(name) && name !== kind?.name)
    .filter(({ name }) => isHintedAs('state', name) || INTERNAL.test(name))
    .map((column) => stateFilter(column, table, known));
  for (const state of states) {
    Object.assign(where, state.where);
    remarks.push(...state.remarks);
    used.push(...state.used);
  }
  const { system, unclear } = kind ? kindsOf(kind, table, known) : { system: [], unclear: [] };
  if (kind && system.length > 0) {
    where[kind.name] = { not: system.length === 1 ? (system[0] as Scalar) : system };
    used.push(kind.name);
    remarks.push(
      `no messages of people: ${kind.name} ${system.join(', ')} (${countOf(table, (row) => system.includes(row[kind.name] ?? ''))} of the rows looked at)`,
    );
  }
  const [open] = [
    gone.open,
    ...states.map((state) => state.open),
    kind && unclear.length > 0 ? openWords(kind.name, unclear) : undefined,
  ].filter((each) => each !== undefined);
  return { where, remarks, used, ...(open ? { open } : {}) };
}

/** More states are no states. */
const STATES_MAX = 6;

/** Leaves out rows that their state hides; asks what is not known. */
function stateFilter({ name, values = [] }: InspectedColumn, table: Table, known: Known): Filters {
  const field = `messages.${name}`;
  const flagged = (value: string): boolean | undefined =>
    isYes(value) || isNo(value)
      ? HIDING.test(name)
        ? isNo(value)
        : SHOWING.test(name)
          ? isYes(value)
          : undefined
      : undefined;
  const meant = (value: string): boolean | undefined => {
    const said = known.answers.get(`${field}.${value}`);
    return said ? said === 'kept' : (flagged(value) ?? isShown(value));
  };
  if (values.length === 0 || values.length > STATES_MAX) return { where: {}, remarks: [], used: [] };
  const counts = rowsByValue(table, name);
  const unknown = values.filter((value) => (flagged(value) ?? isShown(value)) === undefined);
  for (const value of unknown) askIfKept(field, { name, value, rows: counts.get(value) }, known);
  const hidden = values.filter((value) => meant(value) === false);
  const open = unknown.filter((value) => meant(value) === undefined);
  return {
    where: hidden.length > 0 ? { [name]: { not: hidden.length === 1 ? (hidden[0] as Scalar) : hidden } } : {},
    remarks:
      hidden.length > 0
        ? [
            `hidden rows are skipped: ${name} ${hidden.join(', ')} (${countOf(table, (row) => hidden.includes(row[name] ?? ''))} of the rows looked at)`,
          ]
        : [],
    used: [name],
    ...(open.length > 0 ? { open: openWords(name, open) } : {}),
  };
}

function askIfKept(
  field: string,
  { name, value, rows }: { readonly name: string; readonly value: string; readonly rows: number | undefined },
  { ask }: Known,
): void {
  ask({
    id: `${field}.${value}`,
    text: `${name}: are rows with ${JSON.stringify(value)}${rowsText(rows)} deleted, or kept?`,
    choices: [{ value: 'deleted' }, { value: 'kept' }],
    word: { column: name, field, value, rows },
  });
}

/** Leaves out deleted rows, and those of people who have left a group; asks what flags mean whose words are unclear. */
export function goneFilter(entity: 'members' | 'messages', table: Table, known: Known): Filters {
  const filled = table.columns.filter(({ type }) => type !== 'empty');
  const left = entity === 'members' ? filled.find(({ name }) => LEFT_AT.test(name)) : undefined;
  const gone = columnOfHint('deleted', filled) ?? left;
  const empty = gone ? undefined : columnOfHint('deleted', table.columns, ({ type }) => type === 'empty');
  if (empty) return { where: { [empty.name]: { empty: true } }, remarks: [], used: [empty.name] };
  const kept = gone && (keptValues(gone, table) ?? keptBySaid(`${entity}.deleted`, gone, table, known));
  if (gone && kept) {
    const count = countOf(table, (row) => isGone(row[gone.name]));
    const remarks = [`deleted rows are skipped: ${count} of the rows looked at`];
    return { where: { [gone.name]: kept }, remarks, used: [gone.name] };
  }
  const isFlag = gone?.values !== undefined && gone.values.length <= WORDS_MAX;
  const flags = isFlag ? unsaid(`${entity}.deleted`, gone.values, known.answers) : [];
  const open = flags.length > 0 && gone ? { open: openWords(gone.name, flags) } : {};
  return { where: {}, remarks: [], used: [], ...open };
}

const openWords = (from: string, words: readonly string[]) => ({
  from,
  values: Object.fromEntries(words.map((word) => [word, UNANSWERED])),
});

/** The column that tells messages from events, if one of its words is known. */
function kindColumn(
  filled: readonly InspectedColumn[],
  taken: ReadonlySet<string>,
): InspectedColumn | undefined {
  return columnOfHint('kind', filled, ({ name, values = [] }) => {
    const isFew = values.length > 1 && values.length <= WORDS_MAX;
    const isEvents = systemValues(values).length > 0;
    const isAsked = name !== 'type' && values.length <= STATES_MAX;
    const hasMessages = name !== 'type' && values.some((value) => isMessageWord(value));
    const isState = isHintedAs('state', name);
    return !taken.has(name) && !isState && isFew && (hasMessages || isEvents || isAsked);
  });
}

const isMessageWord = (value: string): boolean => translatedWord('messages', 'type', value) !== undefined;

/** Names the kinds of rows in ids of questions. */
const KIND = 'messages.kind';

/** The words for events, and those that may be either until somebody says it. */
function kindsOf({ name, values = [] }: InspectedColumn, table: Table, { answers, ask }: Known) {
  const sure = systemValues(values);
  const unknown = values.filter((value) => !isMessageWord(value) && !sure.includes(value));
  const counts = rowsByValue(table, name);
  for (const value of unknown)
    ask({
      id: `${KIND}.${value}`,
      text: `${name}: are rows with ${JSON.stringify(value)}${rowsText(counts.get(value))} messages of people, or events?`,
      choices: [{ value: 'message' }, { value: 'event' }],
      word: { column: name, field: KIND, value, rows: counts.get(value) },
    });
  const answerOf = (value: string): string | undefined => answers.get(`${KIND}.${value}`);
  return {
    system: [...sure, ...unknown.filter((value) => answerOf(value) === 'event')],
    unclear: unknown.filter((value) => !answerOf(value)),
  };
}

/** The values of a flag, or an empty time of deletion; undefined if the column is neither. */
function keptValues(
  { type, values, empty }: InspectedColumn,
  { rows }: Table,
): Conditions[string] | undefined {
  // Times, or the names of those who did it.
  const isEpoch = values?.every((value) => /^\d{9,17}$/.test(value)) === true;
  const isMany = values === undefined || values.length > WORDS_MAX || isEpoch;
  if (type === 'time' || (isMany && empty > 0)) return empty > 0 ? { empty: true } : undefined;
  if (!values?.every((value) => isNo(value) || isYes(value))) return undefined;
  const kept = values.filter((value) => isNo(value));
  return empty > 0 || kept.length === 0 || rows === 0 ? ['', ...kept] : kept.length === 1 ? kept[0] : kept;
}

/** Flags whose words are not yes and no: somebody has to say which rows are left. */
function keptBySaid(
  field: string,
  { name, values, empty }: InspectedColumn,
  table: Table,
  known: Known,
): Conditions[string] | undefined {
  const { answers } = known;
  if (!values || values.length > WORDS_MAX) return undefined;
  const counts = rowsByValue(table, name);
  for (const value of values) askIfKept(field, { name, value, rows: counts.get(value) }, known);
  const kept = values.filter((value) => answers.get(`${field}.${value}`) === 'kept');
  return unsaid(field, values, answers).length > 0 ? undefined : empty > 0 ? ['', ...kept] : kept;
}

const unsaid = (field: string, values: readonly string[], answers: Known['answers']): readonly string[] =>
  values.filter((value) => !answers.get(`${field}.${value}`));

/** True for the cell of a row that is deleted. */
export const isGone = (cell: string | undefined): boolean => cell !== undefined && !isNo(cell);

/** The values that name events; none if all do, because then the table is one of events, or the words mean more. */
function systemValues(values: readonly string[] | undefined): readonly string[] {
  const found = (values ?? []).filter(
    (value) => isEventWord(value) && !translatedWord('messages', 'type', value),
  );
  return found.length < (values?.length ?? 0) ? found : [];
}

const countOf = ({ sample }: Table, fits: (row: Table['sample'][number]) => boolean): number =>
  sample.filter(fits).length;
