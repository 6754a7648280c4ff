import { createHash } from 'node:crypto';
import { join as joinPath } from 'node:path';
import type { Entity } from '../../../input/entities/entity.ts';
import { compileMapping } from '../../../input/rows/mapping.ts';
import { fileOnDisk } from '../../../input/sources/bytes/zip-member.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import { KeySet } from '../../../keys/key-table.ts';
import { version } from '../../../system/version.ts';
import { type PrepareInput, prepareTable } from '../../../tables/prepare-table.ts';
import { openPrepared } from '../../../tables/prepared-table.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { OpenEntity, Opening, OpenSource } from '../opening.ts';
import { type Derivations, derivedTableName } from './derive-together.ts';

/**
 * Makes the rows of a derived source, one for each distinct key, as a table, and opens it.
 * @param before the sources of the entity so far: their rows win
 * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
 */
export async function deriveSource(
  entity: Entity,
  { spec, index }: { readonly spec: DerivedSourceSpec; readonly index: number },
  before: readonly OpenSource[],
  opening: Opening,
  derivations: Derivations,
): Promise<OpenSource> {
  const { workplace } = opening;
  const { files, random } = workplace.system;
  const { signal } = workplace;
  const base = opening.opened.get(spec.from) as OpenEntity;
  const path = joinPath(await workplace.folder(), derivedTableName(entity, index));
  const identity = await identityOf(entity, spec, base, before, opening);
  const names: string[] = [];
  const pass: PrepareInput['pass'] = async (take) => {
    const known = await keysOf(entity, before, signal);
    const made = await derivations.of(spec, opening);
    using deriver = made.deriver;
    made.exclude = (key) => known.has(key);
    await deriver.pass(take, signal);
    names.push(...made.names);
  };
  const inputs = [{ name: spec.from, path, pass }];
  const { rows: derivedRows } = await prepareTable(
    { identity, names, inputs, columns: undefined, extras: [], order: 'asIs' },
    { path, files, random },
    signal,
  );
  const source = await openPrepared(path, before.length, files);
  return {
    // Its files are those of the other entity, which has them already.
    source: { ...source, inputs: [], derivedFrom: base.sources.map(({ name }) => name) },
    mapping: compileMapping(entity, {}, undefined).mapping,
    name: `sources.${entity.name}`,
    origin: { index, cells: {} },
    derivedRows,
  };
}

/** Everything that decides what a derived table has. */
async function identityOf(
  entity: Entity,
  spec: DerivedSourceSpec,
  base: OpenEntity,
  before: readonly OpenSource[],
  { workplace, pipeline }: Opening,
): Promise<string> {
  const { files } = workplace.system;
  const hash = createHash('sha256').update(
    `${version} ${entity.name} ${pipeline.sync !== undefined} ${JSON.stringify(spec)}\n`,
  );
  for (const { source, mapping } of [...base.sources, ...before]) {
    hash.update(JSON.stringify([source.path, source.columns, mapping.meaning, pipeline.folder]));
    for (const path of [source.path, ...(source.inputs ?? [])]) {
      const { size, mtimeMs } = await files.stat(await fileOnDisk(path, files));
      // A prepared table is written anew with the same content.
      hash.update(JSON.stringify([size, source.inputs && path === source.path ? 0 : mtimeMs]));
    }
  }
  return hash.digest('hex');
}

/** The keys of the rows that sources have. */
export async function keysOf(
  entity: Entity,
  sources: readonly OpenSource[],
  signal: AbortSignal,
): Promise<KeySet> {
  const keys = new KeySet();
  const read = readRows(
    sources.map(({ source }) => source),
    undefined,
    signal,
  );
  for await (const rows of read)
    for (const { file, fault, values, leftOut } of rows) {
      const { mapping } = sources[file] as OpenSource;
      if (fault || leftOut !== undefined || mapping.leftOut?.(values) !== undefined) continue;
      const { fields } = mapping(values);
      const key = entity.keyFields.map((field) => fields[field]);
      if (key.every((part) => typeof part === 'string')) keys.add(key.map((part) => part.toLowerCase()));
    }
  return keys;
}
