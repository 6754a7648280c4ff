import { createHash } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { entities } from '../../../input/entities/entities.ts';
import { type Entity, isReferredTo } from '../../../input/entities/entity.ts';
import { deriveRows } from '../../../input/prepared/derive-rows.ts';
import { KeySet } from '../../../input/prepared/key-table.ts';
import { openPrepared } from '../../../input/prepared/open-prepared.ts';
import { prepareTable } from '../../../input/prepared/prepare-table.ts';
import { compileMapping } from '../../../input/rows/mapping.ts';
import { fileOnDisk } from '../../../input/sources/bytes/zip-member.ts';
import { readRows } from '../../../input/sources/read-rows.ts';
import { version } from '../../../version.ts';
import type { FoundDerived } from '../find-inputs.ts';
import type { OpenEntity, Opening, OpenSource } from '../opening.ts';
import { type BaseRow, BaseRows } from './base-rows.ts';
import { derivedFields } from './derived-fields.ts';

/**
 * Makes the rows of a derived source, one for each distinct key, as a table, and opens it.
 * @param before the sources of the entity so far: their rows win
 * @throws RunError `SOURCE.*`, `CONFIG.INVALID`, `STATE.UNWRITABLE`
 */
export async function deriveSource(
  entity: Entity,
  { spec, index }: FoundDerived,
  before: readonly OpenSource[],
  opening: Opening,
): Promise<OpenSource> {
  const { workplace, pipeline } = opening;
  const { files, random } = workplace.system;
  const { signal } = workplace;
  const base = opening.opened.get(spec.from) as OpenEntity;
  const keys = [spec.key].flat();
  refuseKeyCount(entity, keys, index);
  const path = joinPath(await workplace.folder(), `${entity.name}-${index + 1}.derived`);
  const identity = await identityOf(entity, spec, base, before, opening);
  const place = { path, files, random };
  const names: string[] = [];
  const rows = new BaseRows(spec, entities[spec.from], base, names);
  const derive = async function* () {
    const known = await keysOf(entity, before, signal);
    yield* deriveRows<BaseRow>(
      {
        rows: () => rows.read(signal),
        keyFields: entity.keyFields,
        keyOf: (row) => rows.keyOf(row, keys),
        fields: derivedFields(entity, spec, rows, keys, pipeline.sync !== undefined),
        ...(keys.length === 1 ? { sourceCellOf: cellsOf(entity, rows, keys[0] as string, opening) } : {}),
        exclude: (key) => known.has(key),
        originOf: (row) => rows.originOf(row),
      },
      place,
      signal,
    );
  };
  const inputs = [{ name: spec.from, path, rows: derive }];
  const { rows: derivedRows } = await prepareTable(
    { identity, names, inputs, columns: undefined, extras: [], order: 'asIs' },
    place,
    signal,
  );
  const source = await openPrepared(path, before.length, files);
  return {
    // Its files are those of the other entity, which has them already.
    source: { ...source, inputs: [] },
    mapping: compileMapping(entity, {}, undefined).mapping,
    name: `sources.${entity.name}`,
    origin: { index, cells: {} },
    derivedRows,
  };
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

/** The keys of the rows that sources have. */
async function keysOf(entity: Entity, sources: readonly OpenSource[], signal: AbortSignal): Promise<KeySet> {
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

/** Everything that decides what a derived table has. */
async function identityOf(
  entity: Entity,
  spec: FoundDerived['spec'],
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
