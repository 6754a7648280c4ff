import type { PeopleSink } from '../../export-reader.ts';
import { brokenRow } from '../../files/unreadable.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';
import type { ResolvedShape } from '../shape/resolve-shape.ts';
import type { WhereSpec } from '../shape/shape-schema.ts';
import type { Field, ShapeSection } from '../shape/shape-section.ts';
import type { RoleName } from '../shape/usual-names.ts';
import type { WhoseIds } from '../shape/whose-ids.ts';
import type { CellValue, ChatTable } from '../table.ts';
import type { Lookups } from './lookups.ts';
import { BrokenCell, type CellField, RoleCells } from './role-cells.ts';
import { TimeColumn } from './time-column.ts';

/** Input for reading rows. */
export type RolesInput = {
  readonly shape: ResolvedShape;
  readonly lookups: Lookups;
  readonly whose: WhoseIds;
  readonly zone: string | undefined;
  readonly signal: AbortSignal;
};

/** Receiver of the rows of a section. */
export type RoleTaker = {
  /** Columns besides those of the fields, whose values are asked for by `slots`. */
  readonly columns?: readonly string[];
  /** The fields that are read; all of them if it is absent. */
  readonly fields?: readonly string[];
  /** Called once for each table: returns who takes its rows. */
  rows(cells: RoleCells, slots: readonly number[]): (place: RecordPlace) => void;
};

/** Input for a pass over rows; `sink` takes what is no record, and is absent in a pass that only looks. */
type PassInput = RolesInput & { readonly sink?: Pick<PeopleSink, 'unreadable' | 'dropped' | 'note'> };

/** Passes the rows of a part of the chat, if the export has it: one section after the other. */
export async function passRole<Name extends RoleName>(
  name: Name,
  takerOf: (section: ShapeSection<Name>) => RoleTaker | undefined,
  input: PassInput,
): Promise<void> {
  for (const section of input.shape.roles[name] as readonly ShapeSection<Name>[]) {
    const taker = takerOf(section);
    if (taker) for (const table of section.tables) await passTable(table, section, { name, taker }, input);
  }
}

async function passTable(
  table: ChatTable,
  section: ShapeSection,
  { name, taker }: { readonly name: RoleName; readonly taker: RoleTaker },
  input: PassInput,
): Promise<void> {
  const columns: string[] = [];
  const slotOf = (column: string): number => {
    const known = columns.indexOf(column);
    return known === -1 ? columns.push(column) - 1 : known;
  };
  const asked = Object.entries(section.fields).filter(([field]) => taker.fields?.includes(field) ?? true);
  const fields = new Map<string, CellField>();
  for (const [field, each] of asked)
    fields.set(field, await cellField(each, `${name}.${field}`, table, slotOf, input));
  const further = (taker.columns ?? []).map(slotOf);
  const filters = Object.entries(section.where).map(([column, rule]) => [slotOf(column), rule] as const);
  const cells = new RoleCells({ columns, fields, isDoubleEncoded: input.shape.isDoubleEncoded });
  const take = taker.rows(cells, further);
  const kind = name === 'participants' ? 'members' : name;
  const isNew = onceOf(name, table, input);
  const unreadable = (row: UnreadableRow, place: RecordPlace): void =>
    input.sink?.unreadable(kind, row, place);
  let filtered = 0;
  await table.pass(
    columns,
    {
      row: (values, place) => {
        cells.values = values;
        if (filters.some(([slot, rule]) => !isTaken(values[slot], rule))) filtered++;
        else
          try {
            if (isNew?.(cells) !== false) take(place);
          } catch (error) {
            if (!(error instanceof BrokenCell)) throw error;
            unreadable(brokenRow(error.message, values, error.column), place);
          }
      },
      unreadable,
    },
    input.signal,
  );
  input.sink?.dropped(kind, 'where', filtered);
  for (const [field, { time }] of fields)
    if (time.guessed.size > 0)
      input.sink?.note(
        `the numbers of ${name}.${field} are read as times in ${[...time.guessed].join(' and ')}, because of their size`,
      );
}

/** Prepares the reading of a field. */
async function cellField(
  field: Field,
  name: string,
  table: ChatTable,
  slotOf: (column: string) => number,
  input: RolesInput,
): Promise<CellField> {
  const { column, unit, zone, join, json, values, beside, owner } = field;
  return {
    slot: slotOf(join?.on ?? column),
    column,
    looked: join && (await input.lookups.of(name, field, input)),
    json,
    yes: values && new Set(values),
    time: new TimeColumn(`${table.path}.${column}`, {
      unit,
      zone: zone ?? table.zoneOf?.(column) ?? input.zone,
    }),
    owner,
    whose:
      beside && !beside.isJoined
        ? { slot: slotOf(beside.column), of: (value) => input.whose.of(name, field, value) }
        : undefined,
  };
}

/** True if a row is taken by its value of a column. */
function isTaken(value: CellValue | undefined, rule: WhereSpec[string]): boolean {
  const text = typeof value === 'string' ? value : '';
  if (Array.isArray(rule)) return rule.includes(text);
  return 'not' in rule ? !rule.not.includes(text) : rule.empty === (text === '');
}

/** Fields that make a row one of its kind. */
const KEYS: Readonly<Partial<Record<RoleName, readonly string[]>>> = {
  users: ['id'],
  conversations: ['id'],
  participants: ['conversation', 'user'],
};

/** Messages tell of the same people and conversations again and again: the first row of each counts. Undefined for others. */
function onceOf(
  name: RoleName,
  table: ChatTable,
  { shape }: RolesInput,
): ((cells: RoleCells) => boolean) | undefined {
  const keys = KEYS[name];
  if (!keys || !shape.roles.messages.some(({ tables }) => tables.includes(table))) return undefined;
  const seen = new Set<string>();
  return (cells) => {
    const ids = keys.map((key) => cells.text(key));
    const key = JSON.stringify(ids);
    if (ids.includes(undefined) || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}
