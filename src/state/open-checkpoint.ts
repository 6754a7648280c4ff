import { createHash } from 'node:crypto';
import { basename, dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Checkpoint, CheckpointStore, InputFile, StepState } from '../delivery/checkpoint.ts';
import type { StepFile } from '../delivery/plan.ts';
import { emptyTally } from '../delivery/tally/tally.ts';
import { RunError } from '../errors/run-error.ts';
import type { ExportSummary } from '../exports/export-summary.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { DEFAULT_POLICIES } from '../input/entities/policies.ts';
import { GROUP_TYPE } from '../input/entities/rights.ts';
import { fileFieldOf } from '../input/rows/forms/copied-address.ts';
import { digestOf, outlineOf } from '../input/sources/bytes/file-digest.ts';
import { targetChange } from '../ledger/open-log.ts';
import { isFiles, type Pipeline } from '../pipeline/pipeline.ts';
import { isRemote } from '../pipeline/reference.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { version } from '../system/version.ts';

export type OpenOptions = {
  readonly pipeline: Pipeline;
  /** The input files. */
  readonly plan: CheckpointInputs;
  readonly store: CheckpointStore;
  /** The identity of the target; compared with the one in the checkpoint. */
  readonly target: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly nowMs: number;
  readonly system: Pick<System, 'files' | 'random'>;
  /** Creates a new one whatever the store has; no run resumes it, so the content of files is not hashed. */
  readonly fresh?: boolean;
};

/**
 * Loads the checkpoint of a pipeline, or creates a new one.
 * @throws RunError `STATE.*` (exit 9) if the checkpoint belongs to other inputs, another target or another pipeline
 */
export async function openCheckpoint(options: OpenOptions): Promise<Checkpoint> {
  const { pipeline, plan, store, target, signal, system } = options;
  const before = options.fresh ? undefined : await store.load();
  const files = plan.steps.flatMap((step) => filesOf(pipeline.folder, step.entity.name, step.files));
  if (!before) return newCheckpoint(options, settingsOf(pipeline), await inputsOf(files, options));
  if (hasBegun(before)) sameTarget(before, target);
  samePipeline(before, pipeline);
  const inputs = before.inputs.map((input) => ({ ...input, path: currentPath(pipeline.folder, input.path) }));
  await sameInputs(inputs, files, signal, system.files);
  const stored = files.map(({ known }, at) => ({
    ...(before.inputs[at] as InputFile),
    path: storedPath(pipeline.folder, known),
  }));
  return { ...before, ...currentFiles(before, pipeline), target, inputs: stored };
}

/** The settings with what becomes of files now: it may change as long as no row of theirs was read. */
function currentFiles({ settings }: Checkpoint, pipeline: Pipeline): Pick<Checkpoint, 'settings'> {
  const others = Object.entries(settings).filter(([part]) => !part.startsWith(FILES_OF));
  return { settings: { ...Object.fromEntries(others), ...filesSettings(pipeline) } };
}

function newCheckpoint(
  { pipeline, plan, target, nowMs, system }: OpenOptions,
  settings: Checkpoint['settings'],
  inputs: readonly InputFile[],
): Checkpoint {
  return {
    version: 1,
    tool: version,
    lineage: system.random.uuid(),
    groupType: GROUP_TYPE,
    pipeline: pipeline.name,
    startedAt: new Date(nowMs).toISOString(),
    target,
    settings,
    inputs,
    ...countedSources(plan),
    ...openedPart(plan),
    steps: Object.fromEntries(plan.steps.map(({ entity }) => [entity.name, newStep()])),
    serial: 0,
    savedAt: new Date(nowMs).toISOString(),
  };
}

/** The number of sources of each entity, where it is not that of its files. */
function countedSources({ steps }: CheckpointInputs): Pick<Checkpoint, 'sources'> {
  const counts = steps.flatMap(({ entity, files, sources }) =>
    sources && sources.length !== files.length ? [[entity.name, sources.length] as const] : [],
  );
  return counts.length > 0 ? { sources: Object.fromEntries(counts) } : {};
}

/** The facts that the report of the finished run needs of the opened sources. */
export function openedPart({
  steps,
  warnings = new Set(),
  exported,
}: CheckpointInputs): Pick<Checkpoint, 'opened'> {
  const derived = Object.fromEntries(
    steps.flatMap((step) => (step.derived === undefined ? [] : [[step.entity.name, step.derived] as const])),
  );
  const hasAny = warnings.size > 0 || Object.keys(derived).length > 0 || exported;
  const opened = { warnings: [...warnings], derived, ...(exported ? { exported } : {}) };
  return hasAny ? { opened } : {};
}

function newStep(): StepState {
  return { ...emptyTally(), sentHigh: 0, rejects: {}, keyBytes: 0, done: false };
}

async function inputsOf(
  files: readonly FileOfEntity[],
  { pipeline: { sync, folder }, signal, system, fresh = false }: OpenOptions,
): Promise<InputFile[]> {
  const inputs: InputFile[] = [];
  for (const { entity, path, known, source, spooled } of files)
    inputs.push({
      entity,
      path: storedPath(folder, known),
      ...(source === undefined ? {} : { source }),
      ...(spooled ? { spooled } : {}),
      ...(await (sync || fresh ? outlineOf(system.files, path) : digestOf(system.files, path, signal))),
    });
  return inputs;
}

const ORDER_OF_REPLIES = 'order of live replies';
const FILES_OF = 'files of ';

const hash = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);

/** One hash for each entity whose rows get addresses of copies. */
function filesSettings({ files, sources }: Pipeline): Readonly<Record<string, string>> {
  if (!files) return {};
  const { what, publicUrl, keep, onFailure } = files;
  const digest = hash([publicUrl, keep, onFailure]);
  const copied = entityNames.filter((name) => {
    const kind = fileFieldOf(name)?.kind;
    return kind !== undefined && what.has(kind) && sources[name];
  });
  return Object.fromEntries(copied.map((name) => [`${FILES_OF}${name}`, digest]));
}

/** One hash for each part of a pipeline file that decides what is sent; limits are left out, they may change. */
export function settingsOf(pipeline: Pipeline): Record<string, string> {
  const { sources, retention, policies, references, name, sync, idMap, code = {} } = pipeline;
  const perSource = entityNames.flatMap((entity) => {
    const specs = sources[entity]?.map((spec) => ({ ...spec, path: undefined }));
    // A single source has the hash that it had before there were lists.
    return specs ? [[`sources.${entity}`, hash(specs.length === 1 ? specs[0] : specs)] as const] : [];
  });
  return Object.fromEntries([
    ['name', name],
    ...perSource,
    ['retention', hash(ageLimitOf(retention))],
    ['references', hash(references)],
    ...(isDeepStrictEqual(policies, DEFAULT_POLICIES) ? [] : [['policies', hash(policies)] as const]),
    ...(idMap === undefined ? [] : [['idMap', hash(basename(idMap))] as const]),
    ...(sync ? [['sync', hash(sync)] as const] : []),
    ...(policies.threads === 'write' && !sync && sources.messages?.some(isFiles)
      ? [[ORDER_OF_REPLIES, 'after all others'] as const]
      : []),
    ...Object.entries(code).map(([file, digest]) => [`code in ${file}`, digest] as const),
    ...Object.entries(filesSettings(pipeline)),
  ]);
}

/** The part of the retention that decides what is sent: nothing if older messages are allowed. */
function ageLimitOf(retention: Pipeline['retention']): object | undefined {
  if (!retention || retention.policy === 'allow') return undefined;
  const { messagesOlderThanDays, policy } = retention;
  return { messagesOlderThanDays, policy };
}

/**
 * Checks that a state belongs to a target, and gives it back.
 * @throws RunError `STATE.TARGET_CHANGED`
 */
export function sameTarget(before: Checkpoint, target: Readonly<Record<string, string>>): Checkpoint {
  const changed = targetChange(before.target, target);
  if (changed === undefined) return before;
  throw new RunError(
    'STATE.TARGET_CHANGED',
    `the target is not the one that this state belongs to: ${changed}`,
  );
}

/** True if a row has its outcome, or may have been sent; until then, the target can be corrected. */
export const hasBegun = ({ steps }: Pick<Checkpoint, 'steps'>): boolean =>
  Object.values(steps).some(({ counts, sentHigh }) => counts.read > 0 || sentHigh > 0);

/**
 * Checks that a pipeline makes the same rows as when a state began.
 * @throws RunError `STATE.PIPELINE_CHANGED`
 */
export function samePipeline(before: Checkpoint, pipeline: Pipeline): void {
  const now = settingsOf(pipeline);
  const parts = new Set([...Object.keys(before.settings), ...Object.keys(now)]);
  // Before, replies stood among other messages: a place there says nothing of one in the order of today.
  const isPlaced = before.steps.messages?.at !== undefined && !before.steps.messages.done;
  const counts = (part: string): boolean => {
    if (part === ORDER_OF_REPLIES) return isPlaced;
    if (!part.startsWith(FILES_OF)) return true;
    const name = part.slice(FILES_OF.length) as EntityName;
    const step = before.steps[name];
    return step !== undefined && hasBegun({ steps: { [name]: step } });
  };
  const changed = [...parts].filter((part) => before.settings[part] !== now[part] && counts(part));
  if (changed.length === 0) return;
  throw new RunError(
    'STATE.PIPELINE_CHANGED',
    `the pipeline is not the one that this state belongs to: ${changed.join('; ')}`,
  );
}

/** The files of a step; with the numbers of their sources where not every source reads one file. */
function filesOf(folder: string, entity: EntityName, files: readonly StepFile[]): FileOfEntity[] {
  const isPlain = files.every(({ source }, at) => source === at);
  return files.map((file) => {
    const { path, source, id } = file;
    const known = knownPath(folder, file);
    return {
      entity,
      path,
      known,
      ...(isPlain ? {} : { source }),
      ...(id === undefined || isRemote(id) ? {} : { spooled: true }),
    };
  });
}

/** The files that a checkpoint belongs to, by entity, in order. */
export type CheckpointInputs = {
  readonly steps: readonly {
    readonly entity: { readonly name: EntityName };
    readonly files: readonly StepFile[];
    /** The sources that its rows are read from. */
    readonly sources?: readonly unknown[];
    /** Rows that were made of other rows. */
    readonly derived?: number;
  }[];
  readonly warnings?: ReadonlySet<string>;
  readonly exported?: ExportSummary;
};

/** An input file of a run. */
type FileOfEntity = {
  readonly entity: EntityName;
  readonly path: string;
  /** The path that it is known by. */
  readonly known: string;
  readonly source?: number;
  readonly spooled?: true;
};

/**
 * Checks that the files are those of the checkpoint. Files with other names, such as those in a folder that was moved, are
 * the same if their content is.
 */
async function sameInputs(
  before: readonly InputFile[],
  now: readonly FileOfEntity[],
  signal: AbortSignal,
  files: Files,
): Promise<void> {
  const idOf = (file: Named): string => `${file.entity} ${file.known ?? file.path}`;
  const changed = (message: string): RunError => new RunError('STATE.INPUT_CHANGED', message);
  if (await isMoved(before, now, idOf, signal, files)) return;
  const removed = before.find((file) => !now.some((other) => idOf(other) === idOf(file)));
  if (removed)
    throw changed(
      `${removed.path} (${removed.entity}) was an input when this run began, but is not any more`,
    );
  const added = now.find((file) => !before.some((other) => idOf(other) === idOf(file)));
  if (added)
    throw changed(`${added.known} (${added.entity}) is an input now, but was not when this run began`);
  const moved = before.findIndex((file, index) => idOf(file) !== idOf(now[index] as FileOfEntity));
  if (moved >= 0)
    throw changed(`the order of the files has changed since this run began, first at ${before[moved]?.path}`);
  for (const [at, { path }] of now.entries())
    await sameFile(before[at] as InputFile, path, signal, files, changed);
}

/**
 * Compares the files of a run, when it has read them all, with what they were when it began: by size, time and content.
 * @returns `SOURCE.CHANGED` if one has grown, was replaced or removed since then; what it has now is in no report
 */
export async function changedInput(
  { inputs }: Checkpoint,
  { steps }: CheckpointInputs,
  {
    files,
    signal,
    command,
  }: { readonly files: Files; readonly signal: AbortSignal; readonly command: string },
): Promise<RunError | undefined> {
  const changed = (message: string): RunError =>
    new RunError('SOURCE.CHANGED', `${message}: its current content is in no report`, {
      hint: `restore the file, or read it again with  ${command} --fresh  (imported rows are recognised)`,
    });
  const paths = steps.flatMap((step) => step.files.map(({ path }) => path));
  try {
    for (const [at, path] of paths.entries()) {
      const before = inputs[at];
      // The output of a command was kept when it began.
      if (before && !before.spooled) await sameFile(before, path, signal, files, changed);
    }
  } catch (error) {
    if (error instanceof RunError) return error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return changed(`${(error as NodeJS.ErrnoException).path} was removed while this run read it`);
    throw error;
  }
  return undefined;
}

type Named = Pick<InputFile, 'entity' | 'path'> & { readonly known?: string };

/** True if files have other names than in the checkpoint, and every file has the content of the one at its place. */
async function isMoved(
  before: readonly InputFile[],
  now: readonly FileOfEntity[],
  idOf: (file: Named) => string,
  signal: AbortSignal,
  files: Files,
): Promise<boolean> {
  const isAtSamePlace = (file: InputFile, at: number): boolean => file.entity === now[at]?.entity;
  if (before.length !== now.length || !before.every(isAtSamePlace)) return false;
  if (before.every((file, at) => idOf(file) === idOf(now[at] as FileOfEntity))) return false;
  for (const [at, { path }] of now.entries())
    if ((await files.stat(path)).size !== before[at]?.bytes) return false;
  for (const [at, { path }] of now.entries())
    if ((await digestOf(files, path, signal)).sha256 !== before[at]?.sha256) return false;
  return true;
}

/**
 * Checks that a file is the one of a checkpoint. The same size and modification time count as unchanged; if only the time
 * differs, the content is compared.
 * @param path where it is now
 * @throws what `changed` makes of a sentence
 */
export async function sameFile(
  before: InputFile,
  path: string,
  signal: AbortSignal,
  files: Files,
  changed: (message: string) => RunError,
): Promise<void> {
  const { size, mtimeMs } = await files.stat(path);
  if (before.spooled) {
    if (size === before.bytes && (await digestOf(files, path, signal)).sha256 === before.sha256) return;
    throw changed(
      `the rows of ${basename(dirname(before.path))} are not those that this run began with: they were not kept, and came again`,
    );
  }
  if (size !== before.bytes)
    throw changed(`${before.path} had ${before.bytes} bytes when this run began and has ${size} now`);
  if (mtimeMs === before.mtimeMs) return;
  const { sha256 } = await digestOf(files, path, signal);
  if (sha256 !== before.sha256)
    throw changed(`the content of ${before.path} has changed since this run began`);
}

/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state. An address stays as it is.
 */
export const storedPath = (folder: string, path: string): string =>
  isRemote(path) ? path : relative(folder, path).split(sep).join('/');

/** The path that a file of a step is known by: that of the output of a command, or of a copy, does not tell where it is kept. */
export const knownPath = (
  folder: string,
  { path, id }: { readonly path: string; readonly id?: string | undefined },
): string => {
  if (id === undefined) return path;
  return isRemote(id) ? id : resolve(folder, id);
};

/** The path of a stored input now. Earlier versions stored whole paths. */
export const currentPath = (folder: string, stored: string): string =>
  isRemote(stored) || isAbsolute(stored) ? stored : resolve(folder, stored);
