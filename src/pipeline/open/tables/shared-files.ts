import type { Entity } from '../../../input/entities/entity.ts';
import { compileMapping, type Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { FoundFiles } from '../find-inputs.ts';
import type { SourceContext } from '../mapping-context.ts';
import { mapOf } from '../open-files.ts';
import { needsPreparing } from './preparation.ts';

/** A source with what its rows are looked up in. */
export type ReadySource = FoundFiles & { readonly context: SourceContext };

/** What makes other rows of the same file. */
const readingOf = ({ rows, explode, transform }: FileSourceSpec): string =>
  JSON.stringify([rows, explode, transform]);

/** The sources of a list that have the same rows of a file, in their order. */
const sharersOf = (
  { spec }: Pick<ReadySource, 'spec'>,
  path: string,
  list: readonly ReadySource[],
): readonly ReadySource[] =>
  list.filter((other) => other.paths.includes(path) && readingOf(other.spec) === readingOf(spec));

/** The sources of a list whose rows are written as a table, also those that share a file with such a source. */
export function sourcesOfTables(list: readonly ReadySource[]): ReadonlySet<ReadySource> {
  const found = new Set(list.filter(({ spec }) => needsPreparing(spec)));
  let before = 0;
  while (found.size > before) {
    before = found.size;
    for (const one of list)
      if (one.paths.some((path) => sharersOf(one, path, list).some((other) => found.has(other))))
        found.add(one);
  }
  return found;
}

/** The columns of the rows that a file gives to a table; undefined if they are objects. */
export const rowColumns = (
  { spec: { explode, transform } }: Pick<ReadySource, 'spec'>,
  { columns }: Pick<Source, 'columns'>,
): readonly string[] | undefined => (explode !== undefined || transform !== undefined ? undefined : columns);

/** The mapping of a source's rows after `explode` and `transform`. */
export function mappingOfRows(
  entity: Entity,
  ready: ReadySource,
  source: Pick<Source, 'columns'>,
  constants: Readonly<Record<string, string>>,
): Mapping {
  const { spec, context } = ready;
  // A transform has had the joined columns, and gives back what the row has.
  const joins = spec.transform === undefined ? context.mapping.joins : undefined;
  const shared = { ...context.mapping, joins, constants };
  return compileMapping(entity, mapOf(spec), rowColumns(ready, source), shared).mapping;
}

/** Which rows of a file belong to a source. */
export type Belonging = {
  /** Whether a row does; rows that no source takes belong to the first. */
  readonly takes: (values: Values) => boolean;
  /** Whether rows that cannot be read, or that a transform leaves out, do. */
  readonly isFirst: boolean;
  /** The columns that the sources of the file use. */
  readonly columns: ReadonlySet<string>;
};

/** Which rows of a file belong to one of the sources that share it; undefined if no other one does. */
export function belongingOf(
  entity: Entity,
  one: ReadySource,
  file: { readonly source: Source; readonly constants: Readonly<Record<string, string>> },
  list: readonly ReadySource[],
): Belonging | undefined {
  const sharers = sharersOf(one, file.source.path, list);
  if (sharers.length < 2) return undefined;
  const number = sharers.indexOf(one);
  const mappings = sharers.map((each) => mappingOfRows(entity, each, file.source, file.constants));
  return {
    isFirst: number === 0,
    columns: new Set(mappings.flatMap(({ columns }) => [...columns])),
    takes: (values) => {
      const taker = mappings.findIndex(({ leftOut }) => leftOut?.(values) === undefined);
      return Math.max(taker, 0) === number;
    },
  };
}
