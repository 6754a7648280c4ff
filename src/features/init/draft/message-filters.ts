import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { Conditions, Scalar } from '../../../input/rows/forms/field-source.ts';
import type { Table } from '../files/tables.ts';
import { translatedWord } from '../guess/words.ts';
import { columnOfHint } from '../words/field-names.ts';

/** Rows of a table that are no messages, and the columns that say so. */
export type Filters = {
  readonly where: Conditions;
  readonly remarks: readonly string[];
  /** The columns that are used up. */
  readonly used: readonly string[];
};

const NO = new Set(['0', 'false', 'f', 'no', 'n', 'nein', 'non', 'nao', 'não', 'none', 'null']);
const YES = new Set([
  '1',
  'true',
  't',
  'yes',
  'y',
  'x',
  'j',
  's',
  'o',
  'd',
  'ja',
  'oui',
  'si',
  'sí',
  'sim',
  'deleted',
]);

/** Events in a room besides messages, in the words of many systems. */
const SYSTEM =
  /^(?:(?:user|member|channel|group|room|chat|system|event|m\.room)[ _.:-]?)?(?:join(?:ed|s)?|left|leave[sd]?|leaving|part(?:ed)?|quit|enter(?:ed)?|exit(?:ed)?|kick(?:ed)?|bann?(?:ed)?|invite[sd]?|add(?:ed)?|remove[sd]?|renamed?|topic|purpose|archive[d]?|create[d]?|system|service|notice|notification|info|membership|pinned|call|beitritt|beigetreten|austritt|verlassen|entr(?:ée|ee|ou|ó)|sorti[ea]?|sa(?:iu|lió|lida)|uni(?:ó|do)|rejoint|quitt(?:é|e)|加入|退出|離開|参加|退室|입장|퇴장)(?:[ _.:-](?:user|member|channel|group|room|message|msg))?$/i;

/** Columns that say that not everybody in a conversation may see a message, as help desks have them. */
const INTERNAL = /^(?:is_?)?(?:internal(?:_?note)?|private(?:_?note)?|note|whisper)$/i;

/** Deleted rows, rows about who came and went, and notes of the staff. */
export function messageFilters(table: Table, taken: ReadonlySet<string>): Filters {
  const filled = table.columns.filter(({ type }) => type !== 'empty');
  const where: Record<string, Conditions[string]> = {};
  const remarks: string[] = [];
  const used: string[] = [];
  const deleted = columnOfHint('deleted', filled);
  const kept = deleted && keptValues(deleted, table);
  if (deleted && kept) {
    where[deleted.name] = kept;
    used.push(deleted.name);
    remarks.push(
      `deleted rows are skipped: ${countOf(table, (row) => isGone(row[deleted.name]))} of the rows that were read`,
    );
  }
  for (const column of filled.filter(({ name }) => INTERNAL.test(name) && !taken.has(name))) {
    const open = keptValues(column, table);
    if (open && column.type !== 'time') {
      where[column.name] = open;
      used.push(column.name);
      remarks.push(
        `internal notes (${column.name}) are skipped: ${countOf(table, (row) => isGone(row[column.name]))} of the rows that were read`,
      );
    } else if (!/^note$/i.test(column.name))
      remarks.push(
        `? ${column.name} may hide a message from some people, but its values are not yes and no; select the messages with  where`,
      );
  }
  const kind = columnOfHint(
    'kind',
    filled,
    ({ name, values }) => !taken.has(name) && systemValues(values).length > 0,
  );
  const system = systemValues(kind?.values);
  if (kind) {
    where[kind.name] = { not: system.length === 1 ? (system[0] as Scalar) : system };
    used.push(kind.name);
    remarks.push(
      `no messages of people: ${kind.name} ${system.join(', ')} (${countOf(table, (row) => system.includes(row[kind.name] ?? ''))} of the rows looked at)`,
    );
  }
  return { where, remarks, used };
}

/** The values of a flag, or an empty time of deletion; undefined if the column is neither. */
function keptValues(
  { type, values, empty }: InspectedColumn,
  { rows }: Table,
): Conditions[string] | undefined {
  if (type === 'time') return empty > 0 ? { empty: true } : undefined;
  if (!values?.every((value) => NO.has(value.toLowerCase()) || YES.has(value.toLowerCase())))
    return undefined;
  const kept = values.filter((value) => NO.has(value.toLowerCase()));
  return empty > 0 || kept.length === 0 || rows === 0 ? ['', ...kept] : kept.length === 1 ? kept[0] : kept;
}

const isGone = (cell: string | undefined): boolean => cell !== undefined && !NO.has(cell.toLowerCase());

/** The values that name events; none if all do, because then the table is one of events, or the words mean more. */
function systemValues(values: readonly string[] | undefined): readonly string[] {
  const found = (values ?? []).filter(
    (value) => SYSTEM.test(value.trim()) && !translatedWord('messages', 'type', value),
  );
  return found.length < (values?.length ?? 0) ? found : [];
}

const countOf = ({ sample }: Table, fits: (row: Table['sample'][number]) => boolean): number =>
  sample.filter(fits).length;
