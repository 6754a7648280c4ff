import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, CheckpointStore, InputFile, StepState } from '../delivery/checkpoint.ts';
import { emptyTally } from '../delivery/tally.ts';
import { RunError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { digestOf, outlineOf } from '../input/sources/bytes/file-digest.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { version } from '../version.ts';
import { fileStore } from './stores/file.ts';

/** Where a pipeline's state lies: `<state>/<name>/`. */
export type StatePaths = {
  readonly folder: string;
  readonly checkpoint: string;
  readonly lock: string;
  readonly rejects: string;
  readonly keys: string;
  /** What the service is known to hold. */
  readonly ledger: string;
  /** What a sync keeps of the last night's files. */
  readonly sync: string;
  /** The last plan. */
  readonly plan: string;
  readonly report: string;
  /** The same as a page. */
  readonly page: string;
  readonly log: string;
  readonly sandbox: string;
  /** The state folder of a retry of the rejects, laid out as this one. */
  readonly retry: string;
};

export function statePaths(folder: string): StatePaths {
  return {
    folder,
    checkpoint: join(folder, 'checkpoint.json'),
    lock: join(folder, 'lock'),
    rejects: join(folder, 'rejects'),
    keys: join(folder, 'keys'),
    ledger: join(folder, 'ledger.sqlite'),
    sync: join(folder, 'sync'),
    plan: join(folder, 'plan.json'),
    report: join(folder, 'report.json'),
    page: join(folder, 'report.html'),
    log: join(folder, 'run.log'),
    sandbox: join(folder, 'sandbox.sqlite'),
    retry: join(folder, 'retry'),
  };
}

/** A state folder and the checkpoint in it. */
export type State = {
  readonly paths: StatePaths;
  readonly store: CheckpointStore;
};

/** The state that lies in a folder, which need not be there yet. */
export function openState(folder: string): State {
  const paths = statePaths(folder);
  return { paths, store: fileStore(paths.checkpoint) };
}

/** Makes the state folder and what lies in it, 0700 each. */
export async function makeStateFolder(paths: StatePaths): Promise<void> {
  try {
    for (const folder of [paths.folder, paths.rejects, paths.keys, paths.sync])
      await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new RunError(
      'STATE.UNWRITABLE',
      `the state folder ${paths.folder} cannot be made: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}

/** Forgets what was done, not what the sandbox holds. The last rejects are kept beside, as `rejects.before`. */
export async function clearState(paths: StatePaths): Promise<void> {
  await fileStore(paths.checkpoint).clear();
  for (const folder of [paths.keys, paths.retry]) await rm(folder, { recursive: true, force: true });
  const rejects = await readdir(paths.rejects).catch(() => []);
  if (rejects.length === 0) return;
  await rm(rejectsBefore(paths), { recursive: true, force: true });
  await rename(paths.rejects, rejectsBefore(paths));
}

/** Forgets what was done, and makes the state folder anew. */
export async function startOver(paths: StatePaths): Promise<void> {
  await clearState(paths);
  await makeStateFolder(paths);
}

/** Where rejects files are kept when others take their place. */
export const rejectsBefore = (paths: StatePaths): string => `${paths.rejects}.before`;

/** True when every row of a run has come to its end. */
export const isDone = ({ steps }: Checkpoint): boolean => Object.values(steps).every(({ done }) => done);

/** The input files of one entity. */
export type StepInputs = {
  readonly entity: { readonly name: EntityName };
  readonly sources: readonly { readonly path: string }[];
};

export type OpenOptions = {
  readonly pipeline: Pipeline;
  /** The files that are read, by entity, in their order. */
  readonly plan: { readonly steps: readonly StepInputs[] };
  readonly store: CheckpointStore;
  /** What the target is, compared with what it was. */
  readonly target: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly nowMs: number;
};

/**
 * Loads the checkpoint of a pipeline, or begins one.
 * @throws RunError `STATE.*` (exit 9) when the inputs, the target or the pipeline are not those that it belongs to
 */
export async function openCheckpoint(options: OpenOptions): Promise<Checkpoint> {
  const { pipeline, plan, store, target, signal, nowMs } = options;
  const before = await store.load();
  const settings = settingsOf(pipeline);
  const files = plan.steps.flatMap(({ entity, sources }) =>
    sources.map(({ path }) => ({ entity: entity.name, path })),
  );
  if (!before) {
    const inputs: InputFile[] = [];
    for (const { entity, path } of files)
      inputs.push({
        entity,
        path,
        ...(await (pipeline.sync ? outlineOf(path) : digestOf(path, signal))),
      });
    return {
      version: 1,
      tool: version,
      lineage: randomUUID(),
      pipeline: pipeline.name,
      startedAt: new Date(nowMs).toISOString(),
      target,
      settings,
      inputs,
      steps: Object.fromEntries(plan.steps.map(({ entity }) => [entity.name, newStep()])),
      serial: 0,
      savedAt: new Date(nowMs).toISOString(),
    };
  }
  sameTarget(before, target);
  sameParts(before.settings, settings, 'STATE.PIPELINE_CHANGED', 'pipeline');
  await sameInputs(before.inputs, files, signal);
  return before;
}

function newStep(): StepState {
  return { ...emptyTally(), sentHigh: 0, rejects: {}, keyBytes: 0, done: false };
}

/** One hash for each part of a pipeline file that decides what is sent; limits may change between runs. */
export function settingsOf({ sources, retention, references, name, sync }: Pipeline): Record<string, string> {
  const hash = (value: unknown): string =>
    createHash('sha256')
      .update(JSON.stringify(value) ?? '')
      .digest('hex')
      .slice(0, 16);
  const perSource = entityNames.flatMap((entity) => {
    const spec = sources[entity];
    return spec ? [[`sources.${entity}`, hash({ ...spec, path: undefined })] as const] : [];
  });
  return Object.fromEntries([
    ['name', name],
    ...perSource,
    ['retention', hash(retention)],
    ['references', hash(references)],
    ...(sync ? [['sync', hash(sync)] as const] : []),
  ]);
}

/**
 * Makes sure that a state belongs to a target.
 * @throws RunError `STATE.TARGET_CHANGED`
 */
export function sameTarget(before: Checkpoint, target: Readonly<Record<string, string>>): void {
  sameParts(before.target, target, 'STATE.TARGET_CHANGED', 'target');
}

function sameParts(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
  code: 'STATE.TARGET_CHANGED' | 'STATE.PIPELINE_CHANGED',
  what: string,
): void {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (part) => before[part] !== now[part],
  );
  if (changed.length === 0) return;
  const said = changed.map((part) =>
    what === 'target' ? `${part} was ${before[part] ?? 'absent'} and is ${now[part] ?? 'absent'}` : part,
  );
  throw new RunError(code, `the ${what} is not the one that this state belongs to: ${said.join('; ')}`);
}

type FileOfEntity = { readonly entity: string; readonly path: string };

async function sameInputs(
  before: readonly InputFile[],
  now: readonly FileOfEntity[],
  signal: AbortSignal,
): Promise<void> {
  const named = (file: FileOfEntity): string => `${file.entity} ${file.path}`;
  const changed = (message: string): RunError => new RunError('STATE.INPUT_CHANGED', message);
  const lost = before.find((file) => !now.some((other) => named(other) === named(file)));
  if (lost) throw changed(`${lost.path} (${lost.entity}) was an input when this run began and is none now`);
  const added = now.find((file) => !before.some((other) => named(other) === named(file)));
  if (added)
    throw changed(`${added.path} (${added.entity}) is an input now and was none when this run began`);
  const order = before.findIndex((file, index) => named(file) !== named(now[index] as FileOfEntity));
  if (order >= 0)
    throw changed(`the files are not in the order in which this run began, from ${before[order]?.path}`);
  for (const file of before) await sameFile(file, signal, changed);
}

/** Same size and time of change: taken as the same file. Same size and another time: its content decides. */
async function sameFile(
  before: InputFile,
  signal: AbortSignal,
  changed: (message: string) => RunError,
): Promise<void> {
  const { size, mtimeMs } = await stat(before.path);
  if (size !== before.bytes)
    throw changed(`${before.path} had ${before.bytes} bytes when this run began and has ${size} now`);
  if (mtimeMs === before.mtimeMs) return;
  const { sha256 } = await digestOf(before.path, signal);
  if (sha256 !== before.sha256) throw changed(`${before.path} has other content than when this run began`);
}
