import { join as joinPath } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type Entity, type EntityName, entityNames, isReferredTo } from '../../../input/entities/entity.ts';
import { RowDeriver } from '../../../input/prepared/derive-rows.ts';
import { type DerivedSourceSpec, isDerived } from '../../schema/source-schema.ts';
import type { OpenEntity, Opening } from '../opening.ts';
import { type BaseRow, BaseRows, readBase } from './base-rows.ts';
import { derivedFields } from './derived-fields.ts';

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

  /**
   * The rows of a derived source. Those of all sources that are derived from the same rows are made in one pass.
   * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
   */
  async of(spec: DerivedSourceSpec, opening: Opening): Promise<Derivation> {
    if (!this.#made.has(spec)) await this.#derive(spec.from, opening);
    const made = this.#made.get(spec) as Derivation;
    this.#made.delete(spec);
    return made;
  }

  async #derive(from: EntityName, opening: Opening): Promise<void> {
    const base = opening.opened.get(from) as OpenEntity;
    const folder = await opening.workplace.folder();
    const all: { readonly rows: BaseRows; readonly made: Derivation }[] = [];
    for (const name of entityNames)
      for (const [index, spec] of (opening.pipeline.sources[name] ?? []).entries()) {
        if (!isDerived(spec) || spec.from !== from) continue;
        const path = joinPath(folder, tableName(entities[name], index));
        const one = derivation(entities[name], spec, index, { base, path }, opening);
        this.#made.get(spec)?.deriver[Symbol.dispose]();
        this.#made.set(spec, one.made);
        all.push(one);
      }
    const { signal } = opening.workplace;
    const needed = new Set(all.flatMap(({ rows }) => [...rows.needed]));
    for await (const chunk of readBase(base, needed, signal)) {
      signal.throwIfAborted();
      for (const { rows, made } of all) made.deriver.add(rows.taken(chunk));
    }
  }

  [Symbol.dispose](): void {
    for (const { deriver } of this.#made.values()) deriver[Symbol.dispose]();
  }
}

/** The file with the table of a derived source. */
export const tableName = ({ name }: Entity, index: number): string => `${name}-${index + 1}.derived`;

function derivation(
  entity: Entity,
  spec: DerivedSourceSpec,
  index: number,
  { base, path }: { readonly base: OpenEntity; readonly path: string },
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
      ...(keys.length === 1 ? { sourceCellOf: cellsOf(entity, rows, keys[0] as string, opening) } : {}),
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
): (row: BaseRow) => string | undefined {
  const own = new Set(isReferredTo(name) ? idMap?.[name].values() : []);
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
