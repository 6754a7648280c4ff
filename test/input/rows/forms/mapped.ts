import { parse } from 'yaml';
import { entities } from '../../../../src/input/entities/entities.ts';
import type { EntityName } from '../../../../src/input/entities/entity.ts';
import { compileMapping, type Mapping, type MappingContext } from '../../../../src/input/rows/mapping.ts';

/** A row as it is in a file: cells by column name. */
type Cells = Readonly<Record<string, unknown>>;
type Options = { readonly entity?: EntityName } & MappingContext;

/** The mapping of a `map` written in YAML, for a CSV file with these columns or for object rows. */
export function mappingOf(
  map: string,
  columns: readonly string[] | undefined,
  options: Options = {},
): Mapping {
  const { entity = 'messages', ...context } = options;
  return compileMapping(entities[entity], parse(map), columns, context).mapping;
}

/** One field of an object row, or the code of its problem. */
export function fieldOf(map: string, row: Cells, options: Options = {}): unknown {
  const { fields, problems } = mappingOf(map, undefined, options)(row);
  const [problem] = problems;
  if (problem) return problem.code;
  const [field] = Object.keys(parse(map));
  return (field as string)
    .split('.')
    .reduce<unknown>((at, name) => (at as Cells | undefined)?.[name], fields);
}

/** As `fieldOf`, for a row of a CSV file with these cells. */
export function csvFieldOf(
  map: string,
  row: Readonly<Record<string, string>>,
  options: Options = {},
): unknown {
  const { fields, problems } = mappingOf(map, Object.keys(row), options)(Object.values(row));
  const [problem] = problems;
  if (problem) return problem.code;
  const [field] = Object.keys(parse(map));
  return fields[field as string];
}
