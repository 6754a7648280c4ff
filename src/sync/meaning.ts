import type { Mapping } from '../mapping.ts';
import type { Step } from '../step.ts';

/** Raised when the same bytes are read as something else than before. */
const READER = 1;

/** All that decides what the bytes of a file's records mean. */
export function meaningOf({ entity, sources, mappings }: Step, file: number): unknown {
  const { format, columns, delimiter } = sources[file] as Step['sources'][number];
  const { fields } = mappings[file] as Mapping;
  return [READER, entity.name, format, columns, delimiter, fields];
}
