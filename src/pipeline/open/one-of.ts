import type { Mapping } from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';

/**
 * The mapping of a file that several sources name: a row belongs to the first source that takes it, and is left out if
 * none does.
 * @param choose the number of the source that a row certainly belongs to; undefined: by the conditions of the sources
 */
export function oneOf(
  mappings: readonly Mapping[],
  choose?: (values: Values) => number | undefined,
): Mapping {
  const [only] = mappings as readonly [Mapping];
  if (mappings.length === 1) return only;
  const of = (values: Values): Mapping => {
    const chosen = choose?.(values);
    if (chosen !== undefined) return mappings[chosen] ?? only;
    return mappings.find(({ leftOut }) => leftOut?.(values) === undefined) ?? only;
  };
  /** A reader that asks that of the source which a row belongs to. */
  const reader = <T>(make: (mapping: Mapping) => ((values: Values) => T) | undefined) => {
    const readers = new Map(mappings.map((each) => [each, make(each)]));
    return (values: Values) => readers.get(of(values))?.(values);
  };
  const mapped = (values: Values): ReturnType<Mapping> => of(values)(values);
  return Object.assign(mapped, {
    columns: new Set(mappings.flatMap(({ columns }) => [...columns])),
    pathRoots: new Set(mappings.flatMap(({ pathRoots }) => [...pathRoots])),
    cell: (values: Values, field: string) => of(values).cell(values, field),
    cellOf: (field: string) => (values: Values) => of(values).cell(values, field),
    column: (...asked: Parameters<Mapping['column']>) => reader((each) => each.column(...asked)),
    written: (field: string) => reader((each) => each.written(field)),
    owned: (values: Values) => of(values).owned(values),
    sources: mappings.flatMap(({ sources }) => sources),
    fields: only.fields,
    some: (names: ReadonlySet<string>) => {
      const read = reader((each) => each.some(names));
      return (values: Values) => read(values) ?? {};
    },
    leftOut: (values: Values) => of(values).leftOut?.(values),
    meaning: mappings.map(({ meaning }) => meaning),
    isPlain: false,
    patterns: () => mappings.flatMap(({ patterns }) => patterns()),
    whereUnseen: () => mappings.flatMap(({ whereUnseen }) => whereUnseen()),
    forOtherFile: () =>
      oneOf(
        mappings.map((each) => each.forOtherFile()),
        choose,
      ),
  });
}
