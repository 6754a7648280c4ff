import { conversationOf } from '../../../input/entities/conversation.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { ColumnIndex } from '../../../input/rows/forms/columns.ts';
import { hashReader } from '../../../input/rows/forms/ids.ts';
import { compileMapping, type Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import type { PreparedInput } from '../../../tables/prepared-row.ts';
import type { LoadedTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { FoundSource } from '../find-inputs.ts';
import type { SourceContext } from '../mapping-context.ts';
import { mapOf } from '../open-files.ts';
import { hashOf, isSameReading } from './preparation.ts';
import type { ThreadedMessage } from './thread-links.ts';

/** A source with what its rows are looked up in. */
export type ReadySource = FoundSource & { readonly spec: FileSourceSpec; readonly context: SourceContext };

/** Sources that read the same files in the same way. */
export type Share = readonly [ReadySource, ...ReadySource[]];

/** A file of sources that goes into a table. */
export type TableFile = {
  readonly share: Share;
  readonly source: Source;
  readonly constants: Readonly<Record<string, string>>;
  /** The pseudo columns that differ from row to row, such as `$line`, and their places among the extra cells. */
  readonly perRow: readonly { readonly name: string; readonly extra: number }[];
  readonly transform: LoadedTransform | undefined;
};

/** The cells that forms read in a row of a file before it is written to the table. */
export function seenValues({ perRow }: TableFile, { values, extras = [] }: PreparedInput): Values {
  if (perRow.length === 0) return values;
  const cells = perRow.map(({ name, extra }) => [name, extras[extra] ?? ''] as const);
  if (Array.isArray(values)) return [...values, ...cells.map(([, cell]) => cell)];
  return { ...Object.fromEntries(cells), ...(values as Readonly<Record<string, unknown>>) };
}

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

/** Reads something of a row of a file. */
type RowReader<T> = (row: PreparedInput) => T;

/**
 * Makes what is needed of each file to read its rows, made for the current one alone: rows come one file after the other, and there may be
 * thousands of files.
 */
export function ofCurrent<T>(
  inputs: readonly TableFile[],
  make: (input: TableFile) => T,
): (input: number) => T {
  let current = -1;
  let made: T;
  return (input) => {
    if (input !== current) made = make(inputs[input] as TableFile);
    current = input;
    return made;
  };
}

/** Reads what a row of a file has in common with equal rows; undefined if its rows are not numbered. */
export function numberBy(entity: Entity, input: TableFile): RowReader<string | undefined> | undefined {
  const readers = input.share.map((ready) => hashOfRow(ready, input));
  if (!readers.some(Boolean)) return undefined;
  if (readers.length === 1) return readers[0];
  const taker = takerOf(entity, input);
  return (row) => readers[Math.max(taker(seenValues(input, row)), 0)]?.(row);
}

function hashOfRow({ context, spec }: ReadySource, input: TableFile): RowReader<string> | undefined {
  const hash = hashOf(mapOf(spec));
  if (!hash) return undefined;
  const { constants } = input;
  const read = hashReader(
    hash,
    new ColumnIndex(rowColumns(spec, input), { ...context.mapping, constants }).find,
  );
  return lastOne((row) => read(seenValues(input, row)));
}

/** Remembers the last row, because a table asks twice for each. */
function lastOne<T>(read: RowReader<T>): RowReader<T> {
  let last: PreparedInput | undefined;
  let found: T;
  return (row) => {
    if (row !== last) found = read(row);
    last = row;
    return found;
  };
}

/** Reads the time of a row, epoch seconds. */
export function timeReader(entity: Entity, input: TableFile): RowReader<number | undefined> {
  const field = entity.timeField ?? 'createdAt';
  const mappings = input.share.map((ready) => partOf(entity, [field], ready, input));
  const taker = takerOf(entity, input);
  return (row) => {
    const values = seenValues(input, row);
    const time = mappings[Math.max(taker(values), 0)]?.(values).fields[field];
    return typeof time === 'number' ? time : undefined;
  };
}

/** Reads the key of a row; undefined if it has none, or if no source takes it: such a row has no say. */
export function keyReader(entity: Entity, input: TableFile): RowReader<string | undefined> {
  const mappings = input.share.map((ready) => partOf(entity, entity.keyFields, ready, input));
  const taker = takerOf(entity, input);
  return (row) => {
    const values = seenValues(input, row);
    const mapping = mappings[taker(values)];
    if (!mapping) return undefined;
    const { fields } = mapping(values);
    const parts = entity.keyFields.map((field) => fields[field]);
    return parts.every((part) => typeof part === 'string')
      ? parts.map((part) => (entity.keyCase === 'lower' ? part.toLowerCase() : part)).join('\n')
      : undefined;
  };
}

/** The fields that decide which thread a message is in, and whether it lands. */
const OF_THREAD = ['muid', 'sender', 'receiver', 'receiverType', 'parentMuid', 'parentId', 'deletedAt'];

/** Reads what a row is in its thread; undefined for one without a key, and for one that is left out. */
export function threadReader(
  entity: Entity,
  input: TableFile,
  { deletions }: Pick<Policies, 'deletions'>,
): RowReader<ThreadedMessage | undefined> {
  const mappings = input.share.map((ready) => partOf(entity, OF_THREAD, ready, input));
  const taker = takerOf(entity, input);
  return lastOne((row) => {
    if (row.fault || row.leftOut !== undefined) return undefined;
    const values = seenValues(input, row);
    const fields = mappings[taker(values)]?.(values).fields;
    if (!fields || (deletions === 'drop' && fields['deletedAt'] !== undefined)) return undefined;
    const { muid: key, sender, receiver, receiverType, parentMuid = fields['parentId'] } = fields;
    if (typeof key !== 'string') return undefined;
    const isReadable = [sender, receiver, receiverType].every((field) => typeof field === 'string');
    const ids = { sender: String(sender).toLowerCase(), receiver: String(receiver).toLowerCase() };
    return {
      key,
      parent: typeof parentMuid === 'string' ? parentMuid : undefined,
      conversation: isReadable ? conversationOf({ ...ids, receiverType }) : undefined,
    };
  });
}

/** The fields that decide how many messages a row makes. */
const PARTS = ['text', 'data', 'attachments'];

/** Reads how many messages a row makes. */
export function partsReader(entity: Entity, input: TableFile): (values: Values) => number {
  const mappings = input.share.map((ready) => partOf(entity, PARTS, ready, input));
  const taker = takerOf(entity, input);
  return (values) => mappings[Math.max(taker(values), 0)]?.parts?.(values) ?? 1;
}

/** Finds the source that takes a row, by its number among those of the file; -1 if none does. */
function takerOf(entity: Entity, input: TableFile): (values: Values) => number {
  const { share, constants } = input;
  const mappings = share.map(
    ({ spec, context }) =>
      compileMapping(entity, mapOf(spec), rowColumns(spec, input), { ...context.mapping, constants }).mapping,
  );
  return (values) => mappings.findIndex(({ leftOut }) => leftOut?.(values) === undefined);
}

/** The columns of `seenValues`; undefined if they are an object. */
function rowColumns(
  { explode, transform }: ReadySource['spec'],
  { source: { columns }, perRow }: TableFile,
): readonly string[] | undefined {
  if (explode !== undefined || transform !== undefined) return undefined;
  return columns && [...columns, ...perRow.map(({ name }) => name)];
}

/** A mapping of some fields of a source's rows, whichever rows it takes. */
export function partOf(
  entity: Entity,
  fields: readonly string[],
  { spec, context }: ReadySource,
  input: TableFile,
): Mapping {
  const map = mapOf(spec);
  const sourceOf = (field: string) => (Object.hasOwn(map, field) ? map[field] : field);
  const named = Object.keys(entity.fields).map(
    (field) => [field, (fields.includes(field) ? sourceOf(field) : undefined) ?? null] as const,
  );
  return compileMapping(entity, Object.fromEntries(named), rowColumns(spec, input), {
    ...context.mapping,
    constants: input.constants,
    where: undefined,
    since: undefined,
    until: undefined,
  }).mapping;
}
