import { createHash } from 'node:crypto';
import { join as joinPath } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import type { Entity } from '../../../input/entities/entity.ts';
import type { Policies } from '../../../input/entities/policies.ts';
import { PART } from '../../../input/rows/forms/files-of-message.ts';
import { idMapDigest } from '../../../input/rows/forms/own-ids.ts';
import { compileMapping, type Mapping } from '../../../input/rows/mapping.ts';
import type { Values } from '../../../input/rows/row.ts';
import { fileOnDisk } from '../../../input/sources/bytes/zip-member.ts';
import { explodedColumns } from '../../../input/sources/explode.ts';
import type { Source } from '../../../input/sources/source.ts';
import { version } from '../../../system/version.ts';
import { columnsOf, isWatchable, type PrepareSpec, prepareTable } from '../../../tables/prepare-table.ts';
import { INPUT, type MadeCells, type PreparedInput } from '../../../tables/prepared-row.ts';
import { openPrepared } from '../../../tables/prepared-table.ts';
import { loadTransform } from '../../code/load-transform.ts';
import type { FileSourceSpec } from '../../schema/source-schema.ts';
import type { Derivations } from '../derived/derive-together.ts';
import { derivedColumns } from '../derived/derived-columns.ts';
import { constantsOf, type SourceContext } from '../mapping-context.ts';
import { oneOf } from '../one-of.ts';
import { mapOf, mapSource, openFiles, usedColumns } from '../open-files.ts';
import type { Opening, OpenSource } from '../opening.ts';
import {
  keyReader,
  numberBy,
  ofCurrent,
  partsReader,
  type ReadySource,
  type Share,
  sharesOf,
  type TableFile,
  threadReader,
  timeReader,
} from './input-readers.ts';
import { madeIds } from './made-ids.ts';
import { hashOf, hasLiveThreads, pseudoColumns, splitsFiles } from './preparation.ts';
import { preparedInput } from './prepared-input.ts';
import { type ThreadedMessage, ThreadLinks } from './thread-links.ts';

/**
 * Writes the rows of sources as one table and opens it.
 * @param file the number that the table has in its step
 * @param list all sources of files of the entity: one empty file among others is allowed
 * @param derivations takes the rows while they are written; absent if they are not all rows of the entity
 * @throws RunError `SOURCE.*`, `CONFIG.*`, `STATE.UNWRITABLE`
 */
export async function prepareSources(
  entity: Entity,
  sources: readonly ReadySource[],
  { file, list }: { readonly file: number; readonly list: readonly ReadySource[] },
  opening: Opening,
  derivations?: Derivations,
): Promise<OpenSource> {
  const shares = sharesOf(sources);
  const { workplace } = opening;
  const { files, random } = workplace.system;
  const extras = extrasOf(entity, sources, opening);
  const inputs = await inputsOf(entity, shares, { extras, emptyAllowed: hasSeveralFiles(list) }, opening);
  const [{ index }] = sources as readonly [ReadySource];
  const path = joinPath(await workplace.folder(), `${entity.name}-${index + 1}.table`);
  const spec = await tableSpec(entity, sources, inputs, extras, opening);
  const table = {
    mapping: tableMapping(entity, shares, columnsOf(spec), inputs, opening),
    name: `sources.${entity.name}`,
    origin: { index, cells: {} },
  };
  const deriving = isWatchable(spec)
    ? await derivations?.whileWritten(entity.name, spec, table, opening)
    : undefined;
  const watched = deriving ? { ...spec, onRow: deriving.onRow } : spec;
  const { isNew } = await prepareTable(watched, { path, files, random }, workplace.signal);
  if (isNew) deriving?.end();
  return { source: await openPrepared(path, file, files), ...table };
}

/** The columns that all files of a table have. */
function everywhereIn([first, ...others]: readonly TableFile[]): ReadonlySet<string> {
  const has = ({ source: { columns = [] } }: TableFile, name: string): boolean => columns.includes(name);
  return new Set(first?.source.columns?.filter((name) => others.every((one) => has(one, name))));
}

function tableMapping(
  entity: Entity,
  shares: readonly Share[],
  columns: readonly string[] | undefined,
  inputs: readonly TableFile[],
  opening: Opening,
): Mapping {
  const mappings = shares.map((share) =>
    oneOf(
      share.map((one) =>
        mappingOf(
          entity,
          one,
          columns,
          inputs.filter((input) => input.share === share),
          opening,
        ),
      ),
    ),
  );
  const number = columns?.indexOf('$source') ?? -1;
  const numbers = shares.map(([first]) => String(first.index + 1));
  const chosen = (values: Values): number =>
    numbers.indexOf(
      (number >= 0 ? (values as readonly string[])[number] : (values as { $source?: string }).$source) ?? '',
    );
  return oneOf(mappings, shares.length > 1 ? chosen : undefined);
}

function mappingOf(
  entity: Entity,
  { spec, context }: ReadySource,
  columns: readonly string[] | undefined,
  inputs: readonly TableFile[],
  opening: Opening,
): Mapping {
  // A transform has had the joined columns, and gives back what the row has.
  const joins = spec.transform === undefined ? context.mapping.joins : undefined;
  const shared = { ...context.mapping, joins, readsMade: true, everywhere: everywhereIn(inputs) };
  const map = mapOf(spec);
  const { mapping } = mapSource(entity, map, columns ? { columns } : {}, `sources.${entity.name}`, shared);
  return columns || !opening.pipeline.sync
    ? mapping
    : ownedByFile(
        mapping,
        inputs,
        opening.nameOf,
        (its, file) => compileMapping(entity, map, its, { ...shared, file, everywhere: undefined }).mapping,
      );
}

/** True if the sources of an entity have more than one file between them, or read one in several ways. */
export const hasSeveralFiles = (list: readonly ReadySource[]): boolean =>
  list.length > 1 || list.some(({ paths }) => paths.length > 1);

async function inputsOf(
  entity: Entity,
  shares: readonly Share[],
  { extras, emptyAllowed }: { readonly extras: readonly string[]; readonly emptyAllowed: boolean },
  opening: Opening,
): Promise<TableFile[]> {
  const inputs: TableFile[] = [];
  for (const share of shares) {
    const [{ spec, paths }] = share;
    const specs = share.map((one) => one.spec);
    const { pipeline, workplace } = opening;
    const transform =
      spec.transform === undefined ? undefined : await loadTransform(spec.transform, pipeline, workplace);
    const toOpen = paths.map((path, index) => ({ path, specs, file: inputs.length + index, emptyAllowed }));
    for (const source of await openFiles(toOpen, entity, opening)) {
      if (spec.explode !== undefined) explodedColumns(source.columns, spec.explode);
      const constants = constantsOf(source.path, opening);
      const perRow = perRowOf(extras, constants, source.columns);
      inputs.push({ share, source, transform, constants, perRow });
    }
  }
  return inputs.map((input) => ({ ...input, source: withColumns(input.source, inputs) }));
}

/** A file of no bytes has the columns of the others: it decides nothing about the table. */
function withColumns(source: Source, inputs: readonly TableFile[]): Source {
  if (source.bytes > 0 || source.columns) return source;
  const columns = inputs.find((input) => input.source.columns)?.source.columns;
  return columns ? { ...source, columns } : source;
}

/** The names of the cells that the rows of files get besides their own. */
function extrasOf(entity: Entity, sources: readonly ReadySource[], { pipeline }: Opening): readonly string[] {
  const used = sources.flatMap(({ spec }) => usedColumns(spec));
  const isSplit = sources.some(({ spec }) => splitsFiles(mapOf(spec)));
  return [...pseudoColumns([...used, ...derivedColumns(pipeline, entity.name)]), ...(isSplit ? [PART] : [])];
}

/** Those of the extra cells of a file that are not the same in all of its rows, and that it has no column for. */
const perRowOf = (
  extras: readonly string[],
  constants: Readonly<Record<string, string>>,
  columns: readonly string[] = [],
): TableFile['perRow'] =>
  extras.flatMap((name, extra) =>
    Object.hasOwn(constants, name) || columns.includes(name) || name === PART ? [] : [{ name, extra }],
  );

async function tableSpec(
  entity: Entity,
  sources: readonly ReadySource[],
  inputs: readonly TableFile[],
  extras: readonly string[],
  opening: Opening,
): Promise<PrepareSpec> {
  const isSplit = sources.some(({ spec }) => splitsFiles(mapOf(spec)));
  const columns = sharedColumns(inputs);
  const kinds = inputs.map((input) => inputKind(input, opening.nameOf));
  const isList = new Set(inputs.map(({ share }) => share)).size > 1;
  const orders = sources.map(({ spec }) => spec.order ?? 'asIs');
  const numbers = ofCurrent(inputs, (input) => numberBy(entity, input));
  const nthOf = (input: number, row: PreparedInput) => numbers(input)?.(row);
  const times = ofCurrent(inputs, (input) => timeReader(entity, input));
  const keys = ofCurrent(inputs, (input) => keyReader(entity, input));
  const parts = ofCurrent(inputs, (input) => partsReader(entity, input));
  const delimiter = inputs.find(({ source }) => source.delimiter !== undefined)?.source.delimiter;
  const ids = isSplit ? undefined : madeIds(entity, { inputs, columns, hashOf: nthOf });
  const { policies, sync } = opening.pipeline;
  const threads = hasLiveThreads(entity.name, policies)
    ? threadsIn(entity, inputs, policies, ids)
    : undefined;
  // In a sync, the file that is read later has the current row of a key.
  const rule = threads && sync && inputs.length > 1 ? 'lastInput' : undefined;
  const keep = keepOf(entity, sources) ?? rule;
  return {
    identity: await identityOf(entity, sources, inputs, opening),
    inputs: inputs.map(({ share, source, transform, constants }, number) => {
      const [{ spec, index, context }] = share;
      return preparedInput(source, {
        partsOf: isSplit ? (values) => parts(number)(values) : undefined,
        entity,
        spec,
        index,
        joins: context.joins,
        transform,
        constants,
        extras,
        name: opening.nameOf(source.path),
      });
    }),
    columns,
    ...(columns && delimiter !== undefined ? { delimiter } : {}),
    extras,
    order: orders.find((order) => order === 'byTime') ?? orders.find((order) => order !== 'asIs') ?? 'asIs',
    isAsIs: (input) => inputs[input]?.share.every(({ spec }) => (spec.order ?? 'asIs') === 'asIs') ?? true,
    ...(orders.includes('byTime') ? { timeOf: (input, row) => times(input)(row) } : {}),
    ...(sources.some(({ spec }) => hashOf(mapOf(spec)) !== undefined) ? { nthOf } : {}),
    ...(keep === undefined ? {} : { keep, keyOf: (input, row) => keys(input)(row) }),
    ...(threads ?? (ids ? { made: ids } : {})),
    ...(sync && inputs.length > 1 ? { kind: (input) => kinds[input] as string } : {}),
    ...(isList ? { source: (input) => String((inputs[input]?.share[0].index ?? 0) + 1) } : {}),
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
function sharedColumns(inputs: readonly TableFile[]): readonly string[] | undefined {
  const [first] = inputs;
  const columns = first?.source.columns;
  const text = JSON.stringify(columns);
  const isShared = inputs.every(
    ({ share: [{ spec }], source }) =>
      spec.explode === undefined && spec.transform === undefined && JSON.stringify(source.columns) === text,
  );
  return isShared ? columns : undefined;
}

/** The content of every file that rows are looked up in: keys and times may come from them. */
const lookedUp = ({ joins, mapping: { lookups, idMap } }: SourceContext): readonly unknown[] => [
  joins.digests,
  Array.from(lookups?.values() ?? [], ({ digest }) => digest),
  idMapDigest(idMap),
];

/** Everything that decides what a table has. */
async function identityOf(
  entity: Entity,
  sources: readonly ReadySource[],
  inputs: readonly TableFile[],
  { workplace, pipeline }: Opening,
): Promise<string> {
  const { files } = workplace.system;
  const hash = createHash('sha256').update(`${version} ${entity.name} ${pipeline.folder}\n`);
  for (const { index, spec, context } of sources)
    hash.update(JSON.stringify([index, { ...spec, path: undefined }, lookedUp(context)]));
  const { policies, sync } = pipeline;
  if (hasLiveThreads(entity.name, policies)) hash.update(JSON.stringify([policies, sync !== undefined]));
  // What a file owns matters in a sync alone, and a run that is not one goes on in a table of an earlier version.
  if (sync && inputs.length > 1) hash.update('owned by file');
  for (const { source, transform } of inputs) {
    const { size, mtimeMs } = await files.stat(await fileOnDisk(source.path, files));
    hash.update(JSON.stringify([source.path, size, mtimeMs, source.columns, transform?.digest]));
  }
  return hash.digest('hex');
}

/** The threads of the messages in files, whose rows hold ready the root of each reply, before their other ids. */
function threadsIn(
  entity: Entity,
  inputs: readonly TableFile[],
  policies: Policies,
  ids: MadeCells | undefined,
): Required<Pick<PrepareSpec, 'made' | 'passes' | 'isLater'>> {
  const links = new ThreadLinks();
  const reader = ofCurrent(inputs, (input) => threadReader(entity, input, policies));
  /** The key that a row gets as `parentMuid`; empty if it answers no message. */
  const rootOf = (message: ThreadedMessage | undefined): string => (message ? links.rootOf(message) : '');
  const each =
    (take: (message: ThreadedMessage) => void) =>
    (input: number, row: PreparedInput): void => {
      const message = reader(input)(row);
      if (message) take(message);
    };
  return {
    // Who answers a message is known before it is looked at.
    passes: [each((message) => links.ask(message)), each((message) => links.see(message))],
    // A row is written after the message that it answers. One that can be no reply is its own root.
    isLater(input, row) {
      const message = reader(input)(row);
      const root = rootOf(message);
      return root !== '' && root !== message?.key;
    },
    made: {
      ...ids,
      // Before an id of the direct parent that the table holds ready as well.
      fields: ['parentMuid', ...(ids?.fields ?? [])],
      cellsOf: (input, row) => [
        JSON.stringify(rootOf(reader(input)(row))).slice(1, -1),
        ...(ids?.cellsOf(input, row) ?? []),
      ],
    },
  };
}

/**
 * The mapping of a table whose rows are objects, of which each row owns the fields of its own file: what other files of the table
 * have is not its.
 * @param mappingOf makes the mapping of a file with these columns, or of one with objects
 */
function ownedByFile(
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
      ([kind, input]) => [kind, mappingOf(columnsOfFile(input), nameOf(input.source.path))] as const,
    ),
  );
  return Object.assign(mapping, {
    owned: (values: Values) =>
      (files.get((values as Readonly<Record<string, string>>)[INPUT] ?? '')?.owned ?? ofAny)(values),
    sources: [...files.values()].flatMap(({ sources }) => sources),
  });
}

/** Content of the cell `INPUT` of the rows of a file: files with the same columns have the same, of those with objects each its own. */
const inputKind = (input: TableFile, nameOf: (path: string) => string): string =>
  createHash('sha256')
    .update(JSON.stringify(columnsOfFile(input) ?? nameOf(input.source.path)))
    .digest('base64url')
    .slice(0, 8);

/** The columns of the rows of a file; undefined if they are objects, or if others are made of them. */
const columnsOfFile = ({ share: [{ spec }], source }: TableFile): readonly string[] | undefined =>
  spec.explode === undefined && spec.transform === undefined ? source.columns : undefined;
