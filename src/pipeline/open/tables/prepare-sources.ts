import { createHash } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import { openPrepared } from '../../../input/prepared/open-prepared.ts';
import { type PrepareSpec, prepareTable } from '../../../input/prepared/prepare-table.ts';
import { ColumnIndex } from '../../../input/rows/forms/columns.ts';
import { PART } from '../../../input/rows/forms/files-of-message.ts';
import { hashReader } from '../../../input/rows/forms/ids.ts';
import { idMapDigest } from '../../../input/rows/forms/own-ids.ts';
import { compileMapping, type FieldMap, type Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import { fileOnDisk } from '../../../input/sources/bytes/zip-member.ts';
import { explodedColumns } from '../../../input/sources/explode.ts';
import type { Source } from '../../../input/sources/source.ts';
import { version } from '../../../version.ts';
import { type LoadedTransform, loadTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import { derivedColumns } from '../derived/derived-columns.ts';
import { constantsOf } from '../mapping-context.ts';
import { oneOf } from '../one-of.ts';
import { mapOf, mapSource, openFile, usedColumns } from '../open-files.ts';
import type { Opening, OpenSource } from '../opening.ts';
import { madeIds } from './made-ids.ts';
import { hashOf, pseudoColumns, splitsFiles } from './preparation.ts';
import { preparedInput } from './prepared-input.ts';
import { type Belonging, belongingOf, mappingOfRows, type ReadySource, rowColumns } from './shared-files.ts';

/** A file of a source that goes into a table. */
type InputFile = {
  readonly ready: ReadySource;
  readonly source: Source;
  readonly constants: Readonly<Record<string, string>>;
  readonly transform: LoadedTransform | undefined;
  /** Absent if all of its rows are of this source. */
  readonly belonging: Belonging | undefined;
};

/**
 * Writes the rows of sources as one table and opens it.
 * @param list all sources of files of the entity: some may share a file
 * @param file the number that the table has in its step
 * @throws RunError `SOURCE.*`, `CONFIG.*`, `STATE.UNWRITABLE`
 */
export async function prepareSources(
  entity: Entity,
  sources: readonly ReadySource[],
  list: readonly ReadySource[],
  file: number,
  opening: Opening,
): Promise<OpenSource> {
  const { workplace } = opening;
  const { files, random } = workplace.system;
  const inputs = await inputsOf(entity, sources, list, opening);
  const isList = sources.length > 1;
  const [{ index }] = sources as readonly [ReadySource];
  const path = joinPath(await workplace.folder(), `${entity.name}-${index + 1}.table`);
  const spec = await tableSpec(entity, sources, list, inputs, opening);
  await prepareTable(spec, { path, files, random }, workplace.signal);
  const source = await openPrepared(path, file, files);
  const mappings = sources.map(({ spec: each, context }) => {
    const { transform, ...rest } = each;
    // A transform has had the joined columns, and gives back what the row has.
    const joins = transform === undefined ? context.mapping.joins : undefined;
    const shared = { ...context.mapping, joins, readsMade: true };
    return mapSource(entity, mapOf(rest), source, `sources.${entity.name}`, shared).mapping;
  });
  const place = source.columns?.indexOf('$source') ?? -1;
  const numbers = new Map(sources.map((one, at) => [String(one.index + 1), at]));
  const chosen = (values: Values): number | undefined =>
    numbers.get(
      (place >= 0 ? (values as readonly string[])[place] : (values as { $source?: string }).$source) ?? '',
    );
  const mapping = oneOf(mappings, isList ? chosen : undefined);
  const used = inputs.flatMap(({ belonging }) => [...(belonging?.columns ?? [])]);
  return {
    source,
    mapping: Object.assign(mapping, { columns: new Set([...mapping.columns, ...used]) }),
    name: `sources.${entity.name}`,
    origin: { index, cells: {} },
  };
}

async function inputsOf(
  entity: Entity,
  sources: readonly ReadySource[],
  list: readonly ReadySource[],
  opening: Opening,
): Promise<InputFile[]> {
  const inputs: InputFile[] = [];
  for (const ready of sources) {
    const { spec, paths } = ready;
    const { pipeline, workplace } = opening;
    const transform =
      spec.transform === undefined ? undefined : await loadTransform(spec.transform, pipeline, workplace);
    for (const path of paths) {
      const toOpen = { path, file: inputs.length, specs: [spec], emptyAllowed: paths.length > 1 };
      const source = await openFile(toOpen, entity, opening);
      if (spec.explode !== undefined) explodedColumns(source.columns, spec.explode);
      const constants = constantsOf(path, opening);
      const belonging = belongingOf(entity, ready, { source, constants }, list);
      inputs.push({ ready, source, transform, constants, belonging });
    }
  }
  return inputs;
}

async function tableSpec(
  entity: Entity,
  sources: readonly ReadySource[],
  list: readonly ReadySource[],
  inputs: readonly InputFile[],
  opening: Opening,
): Promise<PrepareSpec> {
  const isSplit = sources.some(({ spec }) => splitsFiles(mapOf(spec)));
  const extras = [
    ...pseudoColumns([
      ...sources.flatMap(({ spec }) => usedColumns(spec)),
      ...derivedColumns(opening.pipeline, entity.name),
    ]),
    ...(isSplit ? [PART] : []),
  ];
  const columns = sharedColumns(inputs);
  const isList = sources.length > 1;
  const orders = sources.map(({ spec }) => spec.order ?? 'asIs');
  const nth = inputs.map((input) => numberBy(input, extras));
  const times = inputs.map((input) => timeReader(entity, input));
  const keys = inputs.map((input) => keyReader(entity, input));
  const delimiter = inputs[0]?.source.delimiter;
  const keep = keepOf(entity, sources);
  const partsOf = (fields: readonly string[]) => inputs.map((input) => partOf(entity, fields, input));
  const made = isSplit ? undefined : madeIds(entity, { sources, columns, hashes: nth, partsOf });
  return {
    identity: await identityOf(
      entity,
      inputs.some(({ belonging }) => belonging) ? list : sources,
      inputs,
      opening,
    ),
    inputs: inputs.map((input) => {
      const { ready, source, transform, constants, belonging } = input;
      const partsOf = isSplit ? partOf(entity, PARTS, input).parts : undefined;
      return preparedInput(source, {
        ...{ partsOf, belonging },
        ...{ entity, spec: ready.spec, index: ready.index, joins: ready.context.joins, transform, constants },
        ...{ extras, name: opening.nameOf(source.path) },
      });
    }),
    columns,
    ...(columns && delimiter !== undefined ? { delimiter } : {}),
    extras,
    order: orders.find((order) => order === 'byTime') ?? orders.find((order) => order !== 'asIs') ?? 'asIs',
    isAsIs: (input) => (inputs[input]?.ready.spec.order ?? 'asIs') === 'asIs',
    ...(orders.includes('byTime') ? { timeOf: (input, values) => times[input]?.(values) } : {}),
    ...(nth.some(Boolean) ? { nthOf: (input, values) => nth[input]?.(values) } : {}),
    ...(keep === undefined ? {} : { keep, keyOf: (input, values) => keys[input]?.(values) }),
    ...(made ? { made } : {}),
    ...(isList ? { source: (input) => String((inputs[input]?.ready.index ?? 0) + 1) } : {}),
  };
}

/** Which of several rows with the same key stays; a list has one rule. */
function keepOf({ name }: Entity, sources: readonly ReadySource[]): FileSourceSpec['onDuplicate'] {
  const [rule, other] = [...new Set(sources.flatMap(({ spec }) => spec.onDuplicate ?? []))];
  if (other === undefined) return rule;
  throw new RunError(
    'CONFIG.INVALID',
    `sources.${name}: onDuplicate is ${rule} and ${other}, but a key may stand in several sources of a list`,
    { hint: 'give all sources of the list the same onDuplicate' },
  );
}

/** The columns of all inputs if they are the same, and no step makes other rows. */
function sharedColumns(inputs: readonly InputFile[]): readonly string[] | undefined {
  const [first] = inputs;
  const columns = first?.source.columns;
  const text = JSON.stringify(columns);
  const isShared = inputs.every(
    ({ ready: { spec }, source }) =>
      spec.explode === undefined && spec.transform === undefined && JSON.stringify(source.columns) === text,
  );
  return isShared ? columns : undefined;
}

/** Reads what a row of an input has in common with equal rows. */
function numberBy(
  { ready, source, constants }: InputFile,
  _extras: readonly string[],
): ((values: Values) => string) | undefined {
  const hash = hashOf(mapOf(ready.spec));
  if (!hash) return undefined;
  const index = new ColumnIndex(rowColumns(ready, source), { ...ready.context.mapping, constants });
  const read = hashReader(hash, index.find);
  let last: Values | undefined;
  let text = '';
  return (values) => {
    // A table asks twice for each row.
    if (values !== last) text = read(values);
    last = values;
    return text;
  };
}

/** A mapping of some fields of an input's rows. */
function partOf(entity: Entity, fields: readonly string[], input: InputFile): Mapping {
  const { ready, source, constants } = input;
  const map = mapOf(ready.spec);
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
  return compileMapping(entity, present, rowColumns(ready, source), {
    ...ready.context.mapping,
    constants,
    where: undefined,
    since: undefined,
    until: undefined,
  }).mapping;
}

/** The fields that decide how many messages a row makes. */
const PARTS = ['text', 'data', 'attachments'];

/** Reads the time of a row, epoch seconds. */
function timeReader(entity: Entity, input: InputFile): (values: Values) => number | undefined {
  const field = entity.timeField ?? 'createdAt';
  const mapping = partOf(entity, [field], input);
  return (values) => {
    const time = mapping(values).fields[field];
    return typeof time === 'number' ? time : undefined;
  };
}

/** Reads the key of a row; undefined if it has none. */
function keyReader(entity: Entity, input: InputFile): (values: Values) => string | undefined {
  const mapping = partOf(entity, entity.keyFields, input);
  const { leftOut } = mappingOfRows(entity, input.ready, input.source, input.constants);
  return (values) => {
    // A row that a condition leaves out has no say.
    if (leftOut?.(values) !== undefined) return undefined;
    const { fields } = mapping(values);
    const parts = entity.keyFields.map((field) => fields[field]);
    return parts.every((part) => typeof part === 'string')
      ? parts.map((part) => (entity.keyCase === 'lower' ? part.toLowerCase() : part)).join('\n')
      : undefined;
  };
}

/**
 * Everything that decides what a table has.
 * @param sources those of the table, and those that share a file with them
 */
async function identityOf(
  entity: Entity,
  sources: readonly ReadySource[],
  inputs: readonly InputFile[],
  { workplace, pipeline, idMap }: Opening,
): Promise<string> {
  const { files } = workplace.system;
  const hash = createHash('sha256').update(`${version} ${entity.name} ${pipeline.folder}\n`);
  for (const { index, spec, context } of sources) {
    // The key of a row, its time and whether it is taken may depend on what is looked up.
    const lookups = Array.from(context.mapping.lookups ?? [], ([id, { digest }]) => [id, digest]);
    hash.update(JSON.stringify([index, { ...spec, path: undefined }, context.joins.digests, lookups]));
  }
  hash.update(idMapDigest(idMap) ?? '');
  for (const { source, transform } of inputs) {
    const { size, mtimeMs } = await files.stat(await fileOnDisk(source.path, files));
    hash.update(JSON.stringify([source.path, size, mtimeMs, source.columns, transform?.digest]));
  }
  return hash.digest('hex');
}
