import type { Entity } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import { isLegalId } from '../../../input/rows/forms/ids.ts';
import { isMadeColumn } from '../../../input/rows/made-column.ts';
import type { FieldMap, Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { MadeCells, PreparedInput } from '../../../tables/prepared-row.ts';
import { mapOf } from '../open-files.ts';
import { ofCurrent, partOf, seenValues, type TableFile } from './input-readers.ts';

/** The members of a form that needs nothing but the cells of a row: no table, no pattern that must have matched. */
const PURE: ReadonlySet<string> = new Set(['from', 'first', 'template', 'hash', 'perEqualRow', 'as', 'then']);
const ID_STEPS: ReadonlySet<unknown> = new Set(['slug', 'hash']);

/** The fields of a map whose ids cost more to make than to read. */
type MadeFields = {
  readonly fields: readonly string[];
  /** The field with the hash by which equal rows are numbered. */
  readonly numbered: string | undefined;
};

/** The first field with numbers is that by which rows are numbered; a second one is made in every pass. */
function madeFields(
  { fields: kinds }: Entity,
  map: FieldMap,
  columns: readonly string[],
): MadeFields | undefined {
  if (columns.some(isMadeColumn)) return undefined;
  const made = Object.keys(map).filter((field) => {
    const kind = Object.hasOwn(kinds, field) ? kinds[field] : undefined;
    return (kind === 'id' || kind === 'key') && isMade(map[field]);
  });
  const numbered = columns.includes('$nth') ? undefined : made.find((field) => isNumbered(map[field]));
  const fields = made.filter((field) => !isNumbered(map[field]));
  return fields.length > 0 || numbered !== undefined ? { fields, numbered } : undefined;
}

function isMade(source: FieldSource | null | undefined): boolean {
  if (typeof source !== 'object' || source === null || 'const' in source || 'url' in source) return false;
  const names = Object.entries(source).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  if (!names.every((name) => PURE.has(name))) return false;
  if (isNumbered(source)) return names.every((name) => name === 'hash' || name === 'perEqualRow');
  return 'hash' in source || [source.as ?? [], source.then ?? []].flat().some((step) => ID_STEPS.has(step));
}

const isNumbered = (source: FieldSource | null | undefined): boolean =>
  typeof source === 'object' && source !== null && 'perEqualRow' in source && source.perEqualRow === true;

/** A table without ids. */
type Table = {
  readonly inputs: readonly TableFile[];
  /** The columns of all inputs. */
  readonly columns: readonly string[] | undefined;
  /** Hash that equal rows of an input have in common: the id of the numbered field, without its number. */
  hashOf(input: number, row: PreparedInput): string | undefined;
};

/**
 * The ids that the rows of a table hold ready; undefined if it has none, because its rows are of several sources, because
 * they are objects, or because an app brings its own ids.
 */
export function madeIds(entity: Entity, { inputs, columns, hashOf }: Table): MadeCells | undefined {
  const [one, ...others] = new Set(inputs.flatMap(({ share }) => share));
  if (!one || others.length > 0 || !columns || one.context.mapping.idMap) return undefined;
  const made = madeFields(entity, mapOf(one.spec), columns);
  if (!made) return undefined;
  const { fields, numbered } = made;
  const byField = fields.map((field) => idMaker(field, mapOf(one.spec)[field]));
  const makers = ofCurrent(inputs, (input) => {
    const mapping = partOf(entity, fields, one, input);
    return byField.map((maker) => maker(mapping));
  });
  const ids = fields.map(() => '');
  return {
    fields,
    cellsOf(number, row) {
      if (fields.length === 0) return NONE;
      const values = seenValues(inputs[number] as TableFile, row);
      const ofInput = makers(number);
      for (let at = 0; at < fields.length; at++) ids[at] = (ofInput[at] as IdMaker)(values);
      return ids;
    },
    ...(numbered === undefined
      ? {}
      : { numbered: { field: numbered, idOf: (input, row) => hashOf(input, row) ?? '' } }),
  };
}

/** Makes the id of a field; empty if it has none that is legal. */
type IdMaker = (values: Values) => string;

/** Ids that are remembered for each field, and characters of the longest cell among them. */
const IDS_MAX = 16_384;
const CHARS_MAX = 256;

/** An id that comes from one cell alone is remembered, for all files: few people write many messages. */
function idMaker(field: string, source: FieldSource | null | undefined): (mapping: Mapping) => IdMaker {
  const make =
    (mapping: Mapping): IdMaker =>
    (values) => {
      const id = mapping(values).fields[field];
      return typeof id === 'string' && isLegalId(id) ? id : '';
    };
  if (typeof source !== 'object' || source === null || !('from' in source)) return make;
  const known = new Map<string, string>();
  return (mapping) => {
    const read = mapping.cellOf(field);
    const makeOne = make(mapping);
    let last: unknown;
    let lastId = '';
    return (values) => {
      const cell = read?.(values);
      if (typeof cell !== 'string' || cell.length > CHARS_MAX) return makeOne(values);
      if (cell === last) return lastId;
      let id = known.get(cell);
      if (id === undefined) {
        id = makeOne(values);
        if (known.size >= IDS_MAX) known.clear();
        known.set(cell, id);
      }
      last = cell;
      lastId = id;
      return id;
    };
  };
}

const NONE: readonly string[] = [];
