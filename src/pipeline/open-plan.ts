import { join } from 'node:path';
import { isDerivedOnly, type Plan, type Step } from '../delivery/plan.ts';
import { SAMPLES_MAX } from '../delivery/tally/tally.ts';
import { RunError } from '../errors/run-error.ts';
import { entities } from '../input/entities/entities.ts';
import { type EntityName, entityNames, referredNames } from '../input/entities/entity.ts';
import { defined } from '../input/json/defined.ts';
import type { PatternUse } from '../input/rows/forms/pattern-uses.ts';
import type { Retention } from '../input/rows/retention.ts';
import { readRows } from '../input/sources/read-rows.ts';
import type { Route } from '../service/targets/target.ts';
import type { Files } from '../system/files.ts';
import { releaseHeap } from '../system/memory.ts';
import { fromHere } from '../terminal/printable.ts';
import { serviceSummary, withoutAbsentRows } from './app-rows.ts';
import { type Spools, spoolSources, spoolSpecOf } from './code/spool-sources.ts';
import { requireSameCopies, withFileCopies } from './copied-plan.ts';
import { copiesOf } from './copies-of.ts';
import { type Forgotten, readForgotten, withoutForgotten } from './forgotten.ts';
import { Derivations } from './open/derived/derive-together.ts';
import { derivedColumns } from './open/derived/derived-columns.ts';
import { type FoundInputs, findInputs } from './open/find-inputs.ts';
import { idCircles, loadIdMap } from './open/id-map.ts';
import { withKept } from './open/kept-rows.ts';
import { constantsOf } from './open/mapping-context.ts';
import { openEntity } from './open/open-entity.ts';
import { exportOf, openExportOf } from './open/open-export-of.ts';
import {
  NO_WORKPLACE,
  type OpenEntity,
  type OpenExport,
  type Opening,
  type Workplace,
} from './open/opening.ts';
import { orderCaution } from './open/order-look.ts';
import { withoutOwnerBans } from './open/owner-bans.ts';
import { type PlanNotes, planNotes } from './open/plan-notes.ts';
import { inputNames } from './open/short-names.ts';
import { openStep } from './open-step.ts';
import type { Pipeline } from './pipeline.ts';
import { type Copies, withNames } from './remote/copies.ts';
import { isDerived, isFiles } from './schema/source-schema.ts';

export { findFiles } from './find-files.ts';

export type { Workplace };

export type OpenPlanOptions = {
  readonly routes: Readonly<Record<EntityName, Route>>;
  /** The current time for ages, milliseconds since 1970. */
  readonly nowMs: number;
  /** A column that no field uses is an error. */
  readonly strict: boolean;
  /**
   * Examples kept for each code.
   * @default SAMPLES_MAX
   */
  readonly samplesMax?: number | undefined;
  /** Files that have the sources. */
  readonly files: Files;
  /**
   * Place where sources are prepared that are not rows one after the other in a file.
   * @default none: a pipeline with such a source is refused
   */
  readonly workplace?: Workplace | undefined;
};

const DAY_S = 86_400;
/** Tables of this size leave a large heap behind. */
const MUCH_BYTES = 16 << 20;

/**
 * Finds and opens every source of a pipeline, reads the headers and resolves the map. Rows of people who were forgotten are
 * left out.
 * @throws RunError `SOURCE.*` naming the file, `LOOKUP.*`, `WHERE.COLUMN_MISSING`, `MAP.PATTERN_NEVER`, `STATE.FORGETTING`
 */
export async function openPlan(pipeline: Pipeline, options: OpenPlanOptions): Promise<Plan> {
  return await openPlanWithout(await readForgotten(pipeline.stateFolder, options.files), pipeline, options);
}

/** The same with other people left out, or nobody. */
export async function openPlanWithout(
  forgotten: Forgotten | undefined,
  pipeline: Pipeline,
  options: OpenPlanOptions,
): Promise<Plan> {
  await requireSameCopies(pipeline, options.workplace);
  const copies = await copiesOf(pipeline, options.workplace ?? NO_WORKPLACE);
  const read = withoutAbsentRows(pipeline, copies);
  const opened = withNames(copies, () => openHere(forgotten, read, copies, options));
  // A selection may need nothing of the old system.
  if (!pipeline.pull || !copies.has(pipeline.pull.shown)) return await opened;
  opened.catch(() => {});
  const { ofRecords, withPulled } = await import('./pull/pulled-summary.ts');
  const plan = await ofRecords(pipeline.pull, opened);
  return await withPulled(plan, pipeline.pull, pipeline, options.workplace ?? NO_WORKPLACE);
}

/** Opens sources that are all files of this machine. */
async function openHere(
  forgotten: Forgotten | undefined,
  pipeline: Pipeline,
  copies: Copies,
  options: OpenPlanOptions,
): Promise<Plan> {
  const notes = planNotes();
  const order = openingOrder(pipeline);
  const spools = await spoolAll(pipeline, options.workplace ?? NO_WORKPLACE);
  const warn = (text: string): void => void notes.warnings.add(text);
  const found = await findInputs(pipeline, options.files, { spools, copies }, warn);
  const { names, spooled } = inputNames(found, spools, copies);
  const paths = new Map(
    Array.from(names, ([path, name]) => [name, constantsOf(path, { pipeline, spooled })['$path'] as string]),
  );
  const pathOf = (name: string): string => paths.get(name) ?? name;
  const begun = await openingOf(pipeline, { names, spooled, copies }, options, notes);
  const { opened, exported } = await openAll(order, found, begun).catch(atPath(names, spooled));
  const common = { ...options, spooled, pathOf, policies: pipeline.policies };
  const mayBeEmpty = pipeline.pull?.system === 'service' ? { mayBeEmpty: true } : {};
  const steps = entityNames.flatMap((name) => {
    const entity = opened.get(name);
    const taken = derivedColumns(pipeline, name);
    return entity ? [{ ...openStep(name, entity, { ...common, taken }, notes), ...mayBeEmpty }] : [];
  });
  const { signal } = options.workplace ?? NO_WORKPLACE;
  for (const step of steps) {
    reportColumns(step, notes);
    reportFallback(step, steps, notes);
    const hasRows = await assertUsed(step, signal);
    // A sync has its own guard for a source without rows, because it compares with the sync run before.
    if (!pipeline.sync && !hasRows) reportEmpty(step, notes);
  }
  const caution = await cautionOf(pipeline, steps, signal);
  for (const said of [caution, unreadCaution(pipeline)]) if (said !== undefined) notes.warnings.add(said);
  const known = withoutForgotten(steps, forgotten, notes);
  const taken = await withoutOwnerBans(await withKept(known, known, pipeline.policies, signal), signal);
  if (steps.some(isMuchPrepared)) await releaseHeap();
  const moved = await serviceSummary(pipeline, copies, options.files);
  for (const note of moved?.notes ?? []) notes.warnings.add(`sources.export: ${note}`);
  const summary = exported?.summary ?? moved;
  const added = defined({ caution, exported: summary, unreached: exported?.unreached });
  const plan = { ...planOf(pipeline, taken, notes, options), ...added };
  const { copies: copied, ...whole } = await withFileCopies(plan, pipeline, copies, options.workplace);
  if (!copied) return whole;
  return { ...whole, copies: exported ? { ...copied, exported: exported.paths } : copied };
}

/** For `catch`: an error whose place has the short name of a file gets its path, as others have. */
const atPath =
  (names: ReadonlyMap<string, string>, spooled: Opening['spooled']) =>
  (error: unknown): never => {
    if (!(error instanceof RunError) || !error.where) throw error;
    const { file } = error.where;
    const [path] = Array.from(names).find(([, name]) => name === file) ?? [];
    throw path === undefined || spooled.has(path) ? error : error.withFile(fromHere(path));
  };

/** @throws RunError `SOURCE.EMPTY`, unless the rows would have been made of others */
function reportEmpty(step: Step, { warnings }: PlanNotes): void {
  const what = `sources.${step.entity.name}`;
  if (!isDerivedOnly(step)) {
    const names = new Set(step.sources.map((_, file) => step.nameOf(file)));
    const shown = names.has(what) ? what : `${what}: ${[...names].join(', ')}`;
    throw new RunError('SOURCE.EMPTY', `${shown} has no rows`);
  }
  warnings.add(`${what}: no row that it is made from gives one`);
}

/** Returns what must be known before anything is sent. A sync adds to what is there, in the order of the nights. */
async function cautionOf(
  { sync, sources }: Pipeline,
  steps: readonly Step[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const messages = sync ? undefined : steps.find(({ entity }) => entity.name === 'messages');
  const isTurned = sources.messages?.some((spec) => isFiles(spec) && spec.order === 'newestFirst');
  return messages && (await orderCaution(messages, isTurned ?? false, signal));
}

/** Messages that are sent live carry no times. */
const unreadCaution = ({ policies, target, sources }: Pipeline): string | undefined =>
  policies.unread === 'read' && sources.messages && typeof target === 'object' && target.api === 'rest'
    ? 'unread: read works only for imports; live messages (api: rest) are unread until they are read, or marked by receipts'
    : undefined;

/** Keeps the output of the commands of sources in files. */
async function spoolAll(pipeline: Pipeline, workplace: Workplace): Promise<Spools> {
  const isNeeded = Object.values(pipeline.sources).some((specs) =>
    specs.some((spec) => spoolSpecOf(spec) !== undefined),
  );
  if (!isNeeded) return new Map();
  return await spoolSources(pipeline, { ...workplace, folder: join(await workplace.folder(), 'spool') });
}

async function openAll(
  order: readonly EntityName[],
  found: FoundInputs,
  begun: Opening,
): Promise<{ opened: ReadonlyMap<EntityName, OpenEntity>; exported: OpenExport | undefined }> {
  const opened = new Map<EntityName, OpenEntity>();
  const exported = await openExportOf(begun);
  const opening: Opening = { ...begun, opened, exported, idMap: exported?.idMap ?? begun.idMap };
  using derivations = new Derivations();
  for (const name of order)
    opened.set(name, await openEntity(entities[name], found[name] ?? [], opening, derivations));
  // An export need not have rows of everything.
  for (const [name, { sources }] of opened)
    if (sources.every(({ exportedRows }) => exportedRows === 0)) opened.delete(name);
  return { opened, exported };
}

const isMuchPrepared = ({ sources }: Step): boolean =>
  sources.some(({ inputs, bytes }) => inputs !== undefined && bytes >= MUCH_BYTES);

/** Facts that are known of the inputs of a pipeline. */
type KnownInputs = Pick<Opening, 'copies'> & {
  readonly names: ReadonlyMap<string, string>;
  /** @default nothing is spooled */
  readonly spooled?: Opening['spooled'];
};

/**
 * Gathers what is known before the first source is opened.
 * @param names the short names of the files
 * @throws RunError `SOURCE.*`, `LOOKUP.*` of the file with an app's own ids
 */
export async function openingOf(
  pipeline: Pipeline,
  { names, copies, spooled = new Map() }: KnownInputs,
  { files, workplace = NO_WORKPLACE }: Pick<OpenPlanOptions, 'files' | 'workplace'>,
  notes: PlanNotes,
): Promise<Opening> {
  const { idMap } = pipeline;
  const loaded =
    idMap === undefined
      ? undefined
      : await loadIdMap(copies.get(idMap) ?? idMap, files, exportOf(pipeline) !== undefined);
  for (const circle of loaded ? idCircles(loaded.ids) : []) notes.warnings.add(circle);
  return {
    pipeline,
    files,
    notes,
    workplace,
    copies,
    opened: new Map(),
    spooled,
    nameOf: (path) => names.get(path) ?? path,
    idMap: loaded?.ids,
    people: loaded?.people ?? [],
  };
}

/** Warns of guesses about a file and of columns that no field uses. */
function reportColumns({ sources, mappings, nameOf, onUnknown }: Step, { ofFile }: PlanNotes): void {
  sources.forEach(({ columns = [], guessed }, file) => {
    if (guessed) ofFile(nameOf(file), guessed);
    for (const column of columns)
      if (!mappings[file]?.columns.has(column) && !/^[_$^]/.test(column)) onUnknown(file, column);
  });
}

/** Says which files lack a time that their rows then get from the rows they refer to. */
function reportFallback(
  { entity: { fallback }, route, mappings, nameOf }: Step,
  steps: readonly Step[],
  { ofFile }: PlanNotes,
): void {
  if (!fallback || !route.carries.has(fallback.field)) return;
  const { field, from } = fallback;
  const has = (mapping: Step['mappings'][number], name: string): boolean =>
    mapping.fields.some((each) => each.field === name);
  const referred = steps.find(({ entity }) => entity.name === from.entity);
  if (!referred?.mappings.some((mapping) => has(mapping, from.field))) return;
  const text = `no ${field}: each row gets the ${from.field} of its ${referred.entity.noun}, plus ${from.plus} s`;
  mappings.forEach((mapping, file) => {
    if (!has(mapping, field)) ofFile(nameOf(file), text);
  });
}

/** A plan of these steps, with the rules of a pipeline. */
export function planOf(
  pipeline: Pipeline,
  steps: readonly Step[],
  { warnings, unknownColumns }: PlanNotes,
  { nowMs, samplesMax = SAMPLES_MAX }: Pick<OpenPlanOptions, 'nowMs' | 'samplesMax'>,
): Plan {
  return {
    steps,
    warnings,
    warn: (sentence) => void warnings.add(sentence),
    unknownColumns,
    samplesMax,
    placesOf: Object.fromEntries(steps.map(({ entity, placeOf }) => [entity.name, placeOf])),
    closed: closedEntities(pipeline),
    now: Math.floor(nowMs / 1000),
    retention: retentionOf(pipeline, nowMs),
  };
}

/** By default, references are closed if the pipeline has a source for the rows they refer to. */
function closedEntities({ references, sources }: Pipeline): ReadonlySet<EntityName> {
  if (references === 'open') return new Set();
  return new Set(referredNames.filter((name) => references === 'closed' || sources[name]));
}

function retentionOf({ retention }: Pipeline, nowMs: number): Retention | undefined {
  if (!retention) return undefined;
  const { messagesOlderThanDays: days, policy, hosted } = retention;
  return { days, policy, hosted, before: Math.floor(nowMs / 1000) - days * DAY_S };
}

/**
 * The entities of a pipeline in the order in which they are opened: what rows are derived from comes before them.
 * @throws RunError `CONFIG.INVALID` if an entity is derived from itself, or from one without a source
 */
function openingOrder({ sources }: Pick<Pipeline, 'sources'>): readonly EntityName[] {
  const order = new Set<EntityName>();
  const visit = (name: EntityName, path: readonly EntityName[]): void => {
    if (order.has(name)) return;
    if (path.includes(name))
      throw new RunError('CONFIG.INVALID', `sources: ${[...path, name].join(' from ')} is circular`);
    for (const spec of sources[name] ?? []) {
      if (!isDerived(spec)) continue;
      if (!sources[spec.from])
        throw new RunError(
          'CONFIG.INVALID',
          `sources.${name}: from: ${spec.from}, but the pipeline has no source of ${spec.from}`,
        );
      visit(spec.from, [...path, name]);
    }
    order.add(name);
  };
  for (const name of entityNames) if (sources[name]) visit(name, []);
  return [...order];
}

/**
 * Reads the files of a step until there is a row, every pattern has matched a cell, and every column of a condition was
 * there: usually one chunk.
 * @returns whether there is a row
 * @throws RunError `MAP.PATTERN_NEVER`, `WHERE.COLUMN_MISSING`
 */
async function assertUsed(step: Step, signal: AbortSignal): Promise<boolean> {
  const { entity, sources, mappings } = step;
  let hasRows = false;
  const isOpen = (): boolean =>
    neverMatched(step).length > 0 || mappings.some(({ whereUnseen }) => whereUnseen().length > 0);
  const mayBeOpen = mappings.some(({ isPlain, leftOut }) => !isPlain || leftOut);
  for await (const rows of readRows(sources, undefined, signal)) {
    if (rows.length > 0) hasRows = true;
    if (mayBeOpen)
      for (const { file, values, fault } of rows) {
        const mapping = mappings[file];
        if (!fault && mapping && mapping.leftOut?.(values) === undefined) mapping(values);
      }
    if (hasRows && !isOpen()) return true;
  }
  const [unused] = neverMatched(step);
  if (unused)
    throw new RunError(
      'MAP.PATTERN_NEVER',
      `sources.${entity.name}.map.${unused.field}: the pattern ${unused.pattern} fits no cell, the first is ${JSON.stringify(unused.cell)}`,
    );
  const unseen = mappings.map(({ whereUnseen }) => new Set(whereUnseen()));
  const [first, ...others] = unseen;
  const absent = [...(first ?? [])].find((column) => others.every((other) => other.has(column)));
  if (hasRows && absent !== undefined)
    throw new RunError(
      'WHERE.COLUMN_MISSING',
      `sources.${entity.name}.where: no row has ${JSON.stringify(absent)}`,
    );
  return hasRows;
}

/** The patterns of a source that were tried, and have matched no cell in any of its files. */
function neverMatched({ mappings, origins }: Step): readonly PatternUse[] {
  const tried = mappings.flatMap(({ patterns }, file) =>
    patterns().map((use) => ({ use, id: JSON.stringify([origins[file]?.index, use.field, use.pattern]) })),
  );
  const matched = new Set(tried.flatMap(({ use, id }) => (use.hasMatched ? [id] : [])));
  return tried.flatMap(({ use, id }) => (matched.has(id) ? [] : [use]));
}
