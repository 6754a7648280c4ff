import type { ExportedName } from '../../../exports/export-rules.ts';
import { entities } from '../../../input/entities/entities.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import { changedMapping } from '../../../input/rows/changed-mapping.ts';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { KeySet } from '../../../keys/key-table.ts';
import { openPrepared } from '../../../tables/prepared-table.ts';
import { keysOf } from '../keys-of.ts';
import { mapSource } from '../open-files.ts';
import type { OpenEntity, OpenExport, Opening, OpenSource } from '../opening.ts';
import { exportMap } from './export-map.ts';

/** Opens the table of an entity. A row whose key an earlier source of the entity has is left out: that one wins. */
export async function openExported(
  entity: Entity,
  { pathOf, rows }: OpenExport,
  { before, index }: { readonly before: readonly OpenSource[]; readonly index: number },
  { workplace, idMap, opened, pipeline }: Opening,
): Promise<OpenSource> {
  const name = entity.name as ExportedName;
  const table = await openPrepared(pathOf(name), before.length, workplace.system.files);
  // Its files, which may be many, stand with the first entity alone.
  const source = [...opened.values()].some(isOfExport) ? { ...table, inputs: [] } : table;
  const shown = `sources.export, ${entity.name}`;
  const { mapping: own } = mapSource(entities[name], exportMap(name), source, shown, {
    idMap,
    // The ids of an app are not those that are ready.
    readsMade: idMap === undefined,
    // Its tables have a column for each field, whatever the old system knows of.
    everywhere: new Set(),
    wholeRows: pipeline.sync?.fields === 'all',
  });
  const mapping =
    before.length > 0 ? withoutKeys(own, entity, await keysOf(entity, before, workplace.signal)) : own;
  return { source, mapping, name: shown, origin: { index, cells: {} }, exportedRows: rows[name] };
}

const isOfExport = ({ sources }: OpenEntity): boolean =>
  sources.some(({ exportedRows }) => exportedRows !== undefined);

function withoutKeys(mapping: Mapping, { keyFields }: Entity, keys: KeySet): Mapping {
  const read = mapping.some(new Set(keyFields));
  return changedMapping(mapping, (found) => found, {
    leftOut: (values) => {
      const fields = read(values);
      const key = keyFields.map((field) => String(fields[field]).toLowerCase());
      return mapping.leftOut?.(values) ?? (keys.has(key) ? 'otherSource' : undefined);
    },
  });
}
