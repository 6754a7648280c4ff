import type { Entity } from '../../../input/entities/entity.ts';
import { ColumnIndex } from '../../../input/rows/forms/columns.ts';
import { hashReader } from '../../../input/rows/forms/ids.ts';
import { compileMapping, type FieldMap, type Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { FoundFiles } from '../find-inputs.ts';
import type { SourceContext } from '../mapping-context.ts';
import { mapOf } from '../open-files.ts';
import { hashOf, isSameReading } from './preparation.ts';

/** A source with what its rows are looked up in. */
export type ReadySource = FoundFiles & { readonly context: SourceContext };

/** Sources that read the same files in the same way. */
export type Share = readonly [ReadySource, ...ReadySource[]];

/** A file of sources that goes into a table. */
export type InputFile = {
  readonly share: Share;
  readonly source: Source;
  readonly constants: Readonly<Record<string, string>>;
  readonly transform: LoadedTransform | undefined;
};

/** Sources that read the same files in the same way, together: a row belongs to the first that takes it. */
export function sharesOf(sources: readonly ReadySource[]): Share[] {
  const shares: [ReadySource, ...ReadySource[]][] = [];
  for (const one of sources) {
    const share = shares.find(([first]) => isSameReading(first.spec, one.spec));
    if (share) share.push(one);
    else shares.push([one]);
  }
  return shares;
}

/** Reads what a row of a file has in common with equal rows; undefined if its rows are not numbered. */
export function numberBy(
  entity: Entity,
  input: InputFile,
): ((values: Values) => string | undefined) | undefined {
  const hashes = input.share.map(({ spec }) => hashOf(mapOf(spec)));
  if (!hashes.some(Boolean)) return undefined;
  const readers = input.share.map(({ context, spec }, at) => {
    const hash = hashes[at];
    if (!hash) return undefined;
    const index = new ColumnIndex(rowColumns(spec, input.source), {
      ...context.mapping,
      constants: input.constants,
    });
    return lastOne(hashReader(hash, index.find));
  });
  if (readers.length === 1) return readers[0];
  const taker = takerOf(entity, input);
  return (values) => readers[taker(values) ?? 0]?.(values);
}

/** Remembers the last row, because a table asks twice for each. */
function lastOne(read: (values: Values) => string): (values: Values) => string {
  let last: Values | undefined;
  let text = '';
  return (values) => {
    if (values !== last) text = read(values);
    last = values;
    return text;
  };
}

/** Reads the time of a row, epoch seconds. */
export function timeReader(entity: Entity, input: InputFile): (values: Values) => number | undefined {
  const field = entity.timeField ?? 'createdAt';
  const mappings = input.share.map((ready) => partOf(entity, [field], ready, input));
  const taker = takerOf(entity, input);
  return (values) => {
    const time = mappings[taker(values) ?? 0]?.(values).fields[field];
    return typeof time === 'number' ? time : undefined;
  };
}

/** Reads the key of a row; undefined if it has none, or if no source takes it: such a row has no say. */
export function keyReader(entity: Entity, input: InputFile): (values: Values) => string | undefined {
  const mappings = input.share.map((ready) => partOf(entity, entity.keyFields, ready, input));
  const taker = takerOf(entity, input);
  return (values) => {
    const at = taker(values);
    const mapping = at === undefined ? undefined : mappings[at];
    if (!mapping) return undefined;
    const { fields } = mapping(values);
    const parts = entity.keyFields.map((field) => fields[field]);
    return parts.every((part) => typeof part === 'string')
      ? parts.map((part) => (entity.keyCase === 'lower' ? part.toLowerCase() : part)).join('\n')
      : undefined;
  };
}

/** The fields that decide how many messages a row makes. */
const PARTS = ['text', 'data', 'attachments'];

/** Reads how many messages a row makes. */
export function partsReader(entity: Entity, input: InputFile): (values: Values) => number {
  const mappings = input.share.map((ready) => partOf(entity, PARTS, ready, input));
  const taker = takerOf(entity, input);
  return (values) => mappings[taker(values) ?? 0]?.parts?.(values) ?? 1;
}

/** Finds the source that takes a row, by its number among those of the file; undefined if none does. */
function takerOf(
  entity: Entity,
  { share, source, constants }: InputFile,
): (values: Values) => number | undefined {
  const mappings = share.map(
    ({ spec, context }) =>
      compileMapping(entity, mapOf(spec), rowColumns(spec, source), { ...context.mapping, constants })
        .mapping,
  );
  return (values) => {
    const at = mappings.findIndex(({ leftOut }) => leftOut?.(values) === undefined);
    return at < 0 ? undefined : at;
  };
}

/** The columns of the rows that a file gives to the table. */
const rowColumns = (
  { explode, transform }: ReadySource['spec'],
  { columns }: Source,
): readonly string[] | undefined => (explode !== undefined || transform !== undefined ? undefined : columns);

/** A mapping of some fields of a source's rows, whichever rows it takes. */
export function partOf(
  entity: Entity,
  fields: readonly string[],
  { spec, context }: ReadySource,
  { source, constants }: InputFile,
): Mapping {
  const map = mapOf(spec);
  const named: FieldMap = Object.fromEntries(
    Object.keys(entity.fields).map((field) =>
      fields.includes(field)
        ? [field, Object.hasOwn(map, field) ? (map[field] ?? null) : field]
        : [field, null],
    ),
  );
  const present = Object.fromEntries(
    Object.entries(named).filter(([field]) => fields.includes(field) || named[field] === null),
  );
  return compileMapping(entity, present, rowColumns(spec, source), {
    ...context.mapping,
    constants,
    where: undefined,
    since: undefined,
    until: undefined,
  }).mapping;
}
