import type { Entity } from '../../input/entities/entity.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { KeySet } from '../../keys/key-table.ts';
import type { OpenSource } from './opening.ts';

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
