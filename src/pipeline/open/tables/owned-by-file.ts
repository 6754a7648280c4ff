import { createHash } from 'node:crypto';
import type { Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import { INPUT } from '../../../tables/prepared-row.ts';
import type { TableFile } from './input-readers.ts';

/**
 * The mapping of a table whose rows are objects, of which each row owns the fields of its own file: what other files of the table
 * have is not its.
 * @param mappingOf makes the mapping of a file with these columns, or of one with objects
 */
export function ownedByFile(
  mapping: Mapping,
  inputs: readonly TableFile[],
  nameOf: (path: string) => string,
  mappingOf: (columns: readonly string[] | undefined, file: string) => Mapping,
): Mapping {
  const kinds = new Map(inputs.map((input) => [inputKind(input, nameOf), input]));
  if (kinds.size < 2) return mapping;
  const { owned: ofAny } = mapping;
  const files = new Map(
    Array.from(
      kinds,
      ([kind, input]) => [kind, mappingOf(columnsOf(input), nameOf(input.source.path))] as const,
    ),
  );
  return Object.assign(mapping, {
    owned: (values: Values) =>
      (files.get((values as Readonly<Record<string, string>>)[INPUT] ?? '')?.owned ?? ofAny)(values),
    sources: [...files.values()].flatMap(({ sources }) => sources),
  });
}

/** Content of the cell `INPUT` of the rows of a file: files with the same columns have the same, of those with objects each its own. */
export const inputKind = (input: TableFile, nameOf: (path: string) => string): string =>
  createHash('sha256')
    .update(JSON.stringify(columnsOf(input) ?? nameOf(input.source.path)))
    .digest('base64url')
    .slice(0, 8);

/** The columns of the rows of a file; undefined if they are objects, or if others are made of them. */
const columnsOf = ({ share: [{ spec }], source }: TableFile): readonly string[] | undefined =>
  spec.explode === undefined && spec.transform === undefined ? source.columns : undefined;
