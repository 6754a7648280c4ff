import { join as joinPath } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { entities } from '../../../input/entities/entities.ts';
import {
  type Entity,
  type EntityName,
  entityNames,
  type FieldKind,
  isReferredTo,
} from '../../../input/entities/entity.ts';
import { type DeriveRules, RowDeriver } from '../../../tables/derived/derive-rows.ts';
import { columnsOf, namesOf, type PrepareSpec } from '../../../tables/prepare-table.ts';
import type { RowOrigin } from '../../../tables/prepared-row.ts';
import { type DerivedSourceSpec, isDerived } from '../../schema/source-schema.ts';
import type { OpenEntity, Opening, OpenSource } from '../opening.ts';
import { type BaseEntity, type BaseRow, BaseRows, baseReader, comparableText } from './base-rows.ts';

/** The rows of a derived source, made but not yet written. */
export type Derivation = {
  readonly deriver: RowDeriver<BaseRow>;
  /** The names of the files that its rows come from. */
  readonly names: string[];
  /** Set before the rows are taken: whether another source has a key. */
  exclude: (key: readonly string[]) => boolean;
};

/** The derivations of a pipeline while its sources are opened; what they keep on disk is removed on dispose. */
export class Derivations implements Disposable {
  readonly #made = new Map<DerivedSourceSpec, Derivation>();
  /** The entities all of whose rows the derivations have had. */
  readonly #read = new Set<EntityName>();

  /**
   * The rows of a derived source. Those of all sources that are derived from the same rows are made in one pass.
   * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
   */
  async of(spec: DerivedSourceSpec, opening: Opening): Promise<Derivation> {
    if (!this.#read.has(spec.from)) await this.#derive(spec.from, opening);
    const made = this.#made.get(spec) as Derivation;
    this.#made.delete(spec);
    return made;
  }

  /**
   * Derives rows while those that they are made of are written to a table, which saves a pass over them. `end` is called
   * after the last one; without it, they are read from the table.
   * @param spec a table with columns that has all rows of the entity
   * @returns undefined if nothing is derived from them
   * @throws RunError `SOURCE.*`, `CONFIG.INVALID`
   */
  async whileWritten(
    from: EntityName,
    spec: PrepareSpec,
    { mapping, name }: Pick<OpenSource, 'mapping' | 'name'>,
    opening: Opening,
  ): Promise<{ readonly onRow: PrepareSpec['onRow'] & {}; readonly end: () => void } | undefined> {
    const names = namesOf(spec);
    let place: RowOrigin = { file: 0, line: 0, byte: -1 };
    const originOf = () => ({ ...place, name: names[place.file] as string });
    const source = { columns: columnsOf(spec) as readonly string[], originOf };
    const add = await this.#begin(from, { sources: [{ mapping, name, source }] }, opening);
    return (
      add && {
        onRow(values, origin) {
          place = origin;
          const { line, byte, row = 0 } = origin;
          add({ file: 0, values, line, byte, row });
        },
        end: () => void this.#read.add(from),
      }
    );
  }

  async #derive(from: EntityName, opening: Opening): Promise<void> {
    const base = opening.opened.get(from) as OpenEntity;
    const add = await this.#begin(from, base, opening);
    const { signal } = opening.workplace;
    // One file after the other, in their order.
    for (const { source } of base.sources)
      await source.pass(
        { row: (row) => void (row.fault || row.leftOut !== undefined || add?.(row)) },
        signal,
      );
    this.#read.add(from);
  }

  /** Begins everything that is derived from an entity; takes its rows. */
  async #begin(
    from: EntityName,
    base: BaseEntity,
    opening: Opening,
  ): Promise<((row: BaseRow['row']) => void) | undefined> {
    const folder = await opening.workplace.folder();
    const all: { readonly rows: BaseRows; readonly made: Derivation }[] = [];
    for (const name of entityNames)
      for (const [index, spec] of (opening.pipeline.sources[name] ?? []).entries()) {
        if (!isDerived(spec) || spec.from !== from) continue;
        const path = joinPath(folder, derivedTableName(entities[name], index));
        const one = derivation(entities[name], spec, index, { base, path }, opening);
        this.#made.get(spec)?.deriver[Symbol.dispose]();
        this.#made.set(spec, one.made);
        all.push(one);
      }
    if (all.length === 0) return undefined;
    const read = baseReader(base, new Set(all.flatMap(({ rows }) => [...rows.needed])));
    return (row) => {
      const base = read(row);
      if (base) for (const { rows, made } of all) if (rows.takes(base)) made.deriver.add(base);
    };
  }

  [Symbol.dispose](): void {
    for (const { deriver } of this.#made.values()) deriver[Symbol.dispose]();
  }
}

/** The file with the table of a derived source. */
export const derivedTableName = ({ name }: Entity, index: number): string => `${name}-${index + 1}.derived`;

function derivation(
  entity: Entity,
  spec: DerivedSourceSpec,
  index: number,
  { base, path }: { readonly base: BaseEntity; readonly path: string },
  opening: Opening,
): { rows: BaseRows; made: Derivation } {
  const { pipeline, workplace } = opening;
  const { files, random } = workplace.system;
  const keys = [spec.key].flat();
  refuseKeyCount(entity, keys, index);
  const names: string[] = [];
  const rows = new BaseRows(spec, entities[spec.from], base, names);
  const deriver = new RowDeriver<BaseRow>(
    {
      keyFields: entity.keyFields,
      keyOf: (row) => rows.keyOf(row, keys),
      fields: derivedFields(entity, spec, rows, keys, pipeline.sync !== undefined),
      ...(keys.length === 1
        ? {
            sourceCell: { of: cellsOf(entity, rows, keys[0] as string, opening), comparable: comparableText },
          }
        : {}),
      exclude: (key) => made.exclude(key),
      originOf: (row) => rows.originOf(row),
    },
    { path, files, random },
  );
  const made: Derivation = { deriver, names, exclude: () => false };
  return { rows, made };
}

/** Reads the cell that an id was made of. What the file of an app's own ids makes one person is one by declaration. */
function cellsOf(
  { name }: Entity,
  rows: BaseRows,
  key: string,
  { idMap }: Opening,
): (row: BaseRow) => unknown {
  const own = new Set(isReferredTo(name) ? idMap?.[name].values() : []);
  if (own.size === 0) return (row) => rows.comparableCell(row, key);
  return (row) => {
    const id = row.fields[key];
    return typeof id === 'string' && own.has(id) ? undefined : rows.comparableCell(row, key);
  };
}

function refuseKeyCount({ name, keyFields }: Entity, keys: readonly string[], index: number): void {
  if (keys.length === keyFields.length) return;
  throw new RunError(
    'CONFIG.INVALID',
    `sources.${name} (source ${index + 1}): key has ${keys.length} ${keys.length === 1 ? 'field' : 'fields'}, and a row of ${name} needs ${keyFields.join(' and ')}`,
  );
}

type Field = DeriveRules<BaseRow>['fields'][number];

/** The cell that an id was made of, kept for the list of changed ids. */
const CELL = '$cell';

/**
 * The fields of derived rows besides their key. A name that no row has is what the key was made of, as people write it. Without a
 * `map`, a member joined with the first message; not in a sync, because the first message differs from export to export,
 * and the service never changes when a member joined.
 * @throws RunError `CONFIG.INVALID` for a field that there is not
 */
function derivedFields(
  entity: Entity,
  { map = {} }: DerivedSourceSpec,
  rows: BaseRows,
  keys: readonly string[],
  isSync: boolean,
): readonly Field[] {
  const [key] = keys as readonly [string];
  for (const name of keys) rows.fieldNamed(name);
  const fields: Field[] = Object.entries(map).map(([field, form]) => {
    if (!Object.hasOwn(entity.fields, field))
      throw new RunError(
        'CONFIG.INVALID',
        `sources.${entity.name}.map: ${field} is not a field of ${entity.name}`,
      );
    return fieldOf(field, form, rows, entity);
  });
  if (Object.hasOwn(entity.fields, 'name')) {
    const written = rows.written(key);
    const nameOf = (row: BaseRow): unknown => written(row) ?? rows.cell(row, key) ?? row.fields[key];
    fields.push({ field: 'name', prefer: 'first', valueOf: nameOf });
  }
  const { timeField } = rows.entity;
  if (
    Object.hasOwn(entity.fields, 'joinedAt') &&
    timeField !== undefined &&
    !isSync &&
    Object.keys(map).length === 0
  ) {
    const name = rows.fieldNamed(timeField);
    fields.push({ field: 'joinedAt', prefer: 'min', valueOf: ({ fields: base }) => base[name] });
  }
  if (keys.length === 1)
    fields.push({
      field: CELL,
      prefer: 'first',
      valueOf: (row) => {
        const cell = rows.cell(row, key);
        return cell === row.fields[key] ? undefined : cell;
      },
    });
  return fields;
}

function fieldOf(
  field: string,
  form: NonNullable<DerivedSourceSpec['map']>[string],
  rows: BaseRows,
  entity: Entity,
): Field {
  const spec = typeof form === 'string' ? { field: form } : form;
  const { prefer = 'first', column, field: base, const: constant, ...refinement } = spec;
  if (constant !== undefined) return { field, prefer, valueOf: () => constant };
  if (column !== undefined) {
    const name = rows.columnNamed(column);
    const kind = entity.fields[field] as FieldKind;
    const refined = Object.keys(refinement).length > 0 ? { form: refinement, kind } : undefined;
    return { field, prefer, valueOf: rows.column(name, refined) };
  }
  const name = rows.fieldNamed(base ?? field);
  return { field, prefer, valueOf: ({ fields }) => fields[name] };
}
