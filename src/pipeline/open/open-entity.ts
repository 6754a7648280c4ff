import type { SourceOrigin } from '../../delivery/plan.ts';
import { didYouMean } from '../../errors/nearest.ts';
import { RunError } from '../../errors/run-error.ts';
import type { ExportedName } from '../../exports/export-rules.ts';
import { entities } from '../../input/entities/entities.ts';
import type { Entity } from '../../input/entities/entity.ts';
import { changedMapping } from '../../input/rows/changed-mapping.ts';
import type { Mapping } from '../../input/rows/mapping.ts';
import type { KeySet } from '../../keys/key-table.ts';
import { openPrepared } from '../../tables/prepared-table.ts';
import { isDerived, isExported, isFiles } from '../schema/source-schema.ts';
import { deriveSource, keysOf } from './derived/derive-source.ts';
import type { Derivations } from './derived/derive-together.ts';
import type { FoundSource } from './find-inputs.ts';
import { constantsOf, openContext } from './mapping-context.ts';
import { oneOf } from './one-of.ts';
import { columnMissing, joinedBy, mapOf, mapSource, openFile, usedColumns } from './open-files.ts';
import { exportMap, type OpenEntity, type OpenExport, type Opening, type OpenSource } from './opening.ts';
import { type ReadySource, type Share, sharesOf } from './tables/input-readers.ts';
import { needsOneTable, needsPreparing } from './tables/preparation.ts';
import { hasSeveralFiles, prepareSources } from './tables/prepare-sources.ts';

/**
 * Opens every source of an entity.
 * @param derivations shared by the entities, because rows of several of them are derived in one pass
 * @throws RunError `SOURCE.*`, `LOOKUP.*`, `WHERE.*`
 */
export async function openEntity(
  entity: Entity,
  found: readonly FoundSource[],
  opening: Opening,
  derivations: Derivations,
): Promise<OpenEntity> {
  const ready: ReadySource[] = [];
  for (const { spec, ...one } of found)
    if (isFiles(spec)) ready.push({ ...one, spec, context: await openContext(entity, spec, opening) });
  const sources: OpenSource[] = [];
  const unseen = new Map<ReadySource, Set<string>[]>();
  const shared = {
    list: ready,
    unseen,
    mapped: new Map(),
    text: JSON.stringify(opening.pipeline.sources),
  };
  const isOne = needsOneTable(
    ready.map(({ spec }) => spec),
    entity.name,
    opening.pipeline.policies,
  );
  const units = isOne ? [{ sources: ready }] : unitsOf(ready);
  // A table with all rows of the entity: others can be derived from them while they are written.
  const watching = units.length === 1 && ready.length === found.length ? derivations : undefined;
  for (const unit of units) {
    const file = sources.length;
    if ('path' in unit) sources.push(await openDirect(entity, unit, { ...shared, file }, opening));
    else sources.push(await prepareSources(entity, unit.sources, { file, list: ready }, opening, watching));
  }
  for (const [one, missing] of unseen) refuseMissingWhere(entity, one, missing, sources);
  for (const { spec, index } of found)
    if (isExported(spec)) {
      const place = { before: sources, index };
      sources.push(await openExported(entity, opening.exported as OpenExport, place, opening));
    } else if (isDerived(spec))
      sources.push(await deriveSource(entity, { spec, index }, sources, opening, derivations));
  return { sources, paths: ready.flatMap(({ context }) => context.paths) };
}

/** Unit that is read one after the other: a file with the sources that name it, or the table of sources. */
type Unit = FileUnit | { readonly sources: readonly ReadySource[] };
type FileUnit = { readonly path: string; readonly sources: readonly ReadySource[] };

/** The files and tables of a list, in its order. What several sources share stands where the first of them does. */
function unitsOf(list: readonly ReadySource[]): readonly Unit[] {
  const files = new Map<string, ReadySource[]>();
  const units: Unit[] = [];
  const shares = sharesOf(list);
  for (const one of list) {
    const share = shares.find((each) => each.includes(one)) as Share;
    if (share.some(({ spec }) => needsPreparing(spec))) {
      if (share[0] === one) units.push({ sources: share });
    } else
      for (const path of one.paths) {
        const named = files.get(path) ?? [];
        if (named.push(one) === 1) units.push({ path, sources: named });
        files.set(path, named);
      }
  }
  return units;
}

/** A file whose rows are read where they are. */
async function openDirect(
  entity: Entity,
  { path, sources: named }: FileUnit,
  { file, list, unseen, mapped, text }: DirectOptions,
  opening: Opening,
): Promise<OpenSource> {
  const specs = named.map(({ spec }) => spec);
  const emptyAllowed = hasSeveralFiles(list);
  const source = await openFile({ path, file, specs, emptyAllowed }, entity, opening);
  const name = opening.nameOf(path);
  const constants = constantsOf(path, opening);
  const isNamed = Object.keys(constants).some((column) => text.includes(column));
  const mappings = named.map((one) => {
    const id = JSON.stringify([list.indexOf(one), source.columns, isNamed ? path : '']);
    const known = mapped.get(id);
    const context = { ...one.context.mapping, constants };
    const found = known ?? mapSource(entity, mapOf(one.spec), source, name, context);
    mapped.set(id, found);
    const missing = unseen.get(one) ?? [];
    missing.push(new Set(found.whereMissing));
    unseen.set(one, missing);
    return known ? known.mapping.forOtherFile() : found.mapping;
  });
  return { source, mapping: oneOf(mappings), name, origin: originOf(named, constants, list.length) };
}

type DirectOptions = {
  /** The number of the file in its step. */
  readonly file: number;
  /** All sources of files of the entity. */
  readonly list: readonly ReadySource[];
  /** Gets the columns of conditions that the file lacks. */
  readonly unseen: Map<ReadySource, Set<string>[]>;
  /** Mappings by source and columns, which most of thousands of files share. */
  readonly mapped: Map<string, ReturnType<typeof mapSource>>;
  /** The sources of the pipeline, as JSON: what names no pseudo column of a file is the same for every file. */
  readonly text: string;
};

/** The cells that a rejects file adds: the pseudo columns in use, and the number of the source in a list. */
function originOf(
  named: readonly ReadySource[],
  constants: Readonly<Record<string, string>>,
  count: number,
): SourceOrigin {
  const used = new Set(named.flatMap(({ spec }) => usedColumns(spec)));
  const taken = Object.entries(constants).filter(([name]) => used.has(name));
  const [{ index }, ...others] = named as readonly [ReadySource, ...ReadySource[]];
  // A file of several sources: the conditions decide again.
  const isListed = count > 1 && others.length === 0;
  return {
    index,
    cells: Object.fromEntries([...taken, ...(isListed ? [['$source', String(index + 1)]] : [])]),
  };
}

/** A column of `where` must be in at least one of the files. */
function refuseMissingWhere(
  { name }: Entity,
  { index, spec, context: { mapping } }: ReadySource,
  missing: readonly ReadonlySet<string>[],
  opened: readonly OpenSource[],
): void {
  const [first, ...others] = missing;
  const absent = [...(first ?? [])].find((column) => others.every((other) => other.has(column)));
  if (absent === undefined) return;
  const [one] = opened;
  const by = joinedBy(absent, mapping.joins);
  if (one && by !== undefined && opened.every(({ source }) => source.columns?.includes(by) === false))
    throw columnMissing(absent, { name: one.name, columns: one.source.columns }, mapping);
  const columns = opened.flatMap(({ source }) => source.columns ?? []);
  const place = index > 0 || [spec.path].flat().length > 1 ? ` (source ${index + 1})` : '';
  throw new RunError(
    'WHERE.COLUMN_MISSING',
    `sources.${name}.where${place}: no file has a column ${JSON.stringify(absent)}${didYouMean(absent, columns)}`,
  );
}

/** Opens the table of an entity. A row whose key an earlier source of the entity has is left out: that one wins. */
async function openExported(
  entity: Entity,
  { pathOf, rows }: OpenExport,
  { before, index }: { readonly before: readonly OpenSource[]; readonly index: number },
  { workplace, idMap, opened, pipeline }: Opening,
): Promise<OpenSource> {
  const name = entity.name as ExportedName;
  const table = await openPrepared(pathOf(name), before.length, workplace.system.files);
  // Its files, which may be many, stand with the first entity alone.
  const source = [...opened.values()].some(isOfExport) ? { ...table, inputs: [] } : table;
  const shown = `sources.export, ${entity.name}`;
  const { mapping: own } = mapSource(entities[name], exportMap(name), source, shown, {
    idMap,
    // The ids of an app are not those that are ready.
    readsMade: idMap === undefined,
    // Its tables have a column for each field, whatever the old system knows of.
    everywhere: new Set(),
    wholeRows: pipeline.sync?.fields === 'all',
  });
  const mapping =
    before.length > 0 ? withoutKeys(own, entity, await keysOf(entity, before, workplace.signal)) : own;
  return { source, mapping, name: shown, origin: { index, cells: {} }, exportedRows: rows[name] };
}

const isOfExport = ({ sources }: OpenEntity): boolean =>
  sources.some(({ exportedRows }) => exportedRows !== undefined);

function withoutKeys(mapping: Mapping, { keyFields }: Entity, keys: KeySet): Mapping {
  const read = mapping.some(new Set(keyFields));
  return changedMapping(mapping, (found) => found, {
    leftOut: (values) => {
      const fields = read(values);
      const key = keyFields.map((field) => String(fields[field]).toLowerCase());
      return mapping.leftOut?.(values) ?? (keys.has(key) ? 'otherSource' : undefined);
    },
  });
}
