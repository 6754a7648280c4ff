import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { sumByName } from '../../delivery/tally/tally.ts';
import { currentLock } from '../../files/current-lock.ts';
import { leaseOf } from '../../files/lease.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { jsonIn } from '../../input/json/defined.ts';
import type { Counts } from '../../input/rows/outcome.ts';
import { PULLED_NAME, type StatePlace } from '../../pipeline/state-place.ts';
import type { EventOf } from '../../report/events/event-schema.ts';
import { type Extent, extentOf, type ProgressOfRun, progressOf } from '../../report/events/extent.ts';
import { isDone, State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { Keeper } from '../../system/keeper.ts';
import type { System } from '../../system/system.ts';

/** Status of a pipeline, by its state. */
export type Status = {
  readonly pipeline: StatePlace;
  readonly folder: string;
  /** The rejects files. */
  readonly rejects: readonly string[];
  readonly checkpoint: Checkpoint | undefined;
  /** True if records of an old system are there, or a part of them. */
  readonly hasRecords: boolean;
  readonly savedAt: Date | undefined;
  readonly done: boolean;
  /** The lock of the process that runs it now, or that cannot be seen from here. */
  readonly lock: FoundLock | undefined;
  /** The checkpoint of a retry of the rejects that is not finished. */
  readonly retry: Checkpoint | undefined;
  /** The log's words on the last run. */
  readonly logged: LoggedProgress;
  /** The error of a last run that did nothing, such as a sync that a guard stopped: the state is still that of the run before. */
  readonly refused: Ended | undefined;
};

/** The error that ended a run. */
type Ended = { readonly code: string; readonly message: string };

/**
 * Reads the state of a pipeline, which a process may change at this moment.
 * @throws RunError `STATE.NOT_OWN`, `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export async function statusOf(pipeline: StatePlace, system: System): Promise<Status> {
  const { files } = system;
  const state = new State(pipeline.stateFolder, files);
  const { paths } = state;
  await requireOwnFolder(paths.folder, files);
  const saved = await state.store.load();
  const { keeper } = system;
  const shards = keeper
    ? await shardsOnServer(paths.shards, keeper, system)
    : await shardsInFolder(paths.shards, system);
  const checkpoint = saved && withShards(saved, shards);
  const lock = (await currentLock(paths.lock, system)) ?? shards.lock;
  const copied = pipeline.stateServer && checkpoint && new Date(checkpoint.savedAt);
  // Of a copy, the file says when it was copied.
  const savedAt =
    copied ??
    (await files.stat(paths.checkpoint).then(
      ({ mtime }) => mtime,
      () => undefined,
    ));
  const done = checkpoint !== undefined && isDone(checkpoint);
  return {
    pipeline,
    checkpoint,
    hasRecords: files.existsSync(join(paths.prepared, PULLED_NAME)),
    lock,
    savedAt,
    folder: paths.folder,
    rejects: checkpoint ? state.rejectPaths(checkpoint) : [],
    done,
    refused: done && !lock ? await refusedBy(state) : undefined,
    retry: await state.retry.store.load(),
    logged: await loggedProgress(paths.log, files),
  };
}

/** Errors that are said of runs which have done everything. */
const VERDICTS = new Set(['GUARD.THRESHOLD', 'RUN.STRICT', 'PULL.FORBIDDEN', 'PULL.FORM']);

/** The error of the last run, if it was one and an error ended it. */
async function refusedBy({ runs }: State): Promise<Ended | undefined> {
  const last = (await runs.ids()).at(-1);
  const { report } = last === undefined ? {} : await runs.read(last);
  const { command, error } = report ?? {};
  return command === 'run' && error && !VERDICTS.has(error.code) ? error : undefined;
}

/** Progress of all entities together. */
export const wholeExtent = ({ steps }: Checkpoint): Extent => extentOf(Object.values(steps).map(progressOf));

/** Part of the run log about the last run. */
type LoggedProgress = {
  /** The last progress, and when it was logged, RFC 3339; absent in the first seconds of a run. */
  readonly progress?: ProgressOfRun & { readonly at: string };
  /** Progress of the copying of files; absent once rows are written. */
  readonly files?: EventOf<'files.progress'> & { readonly at: string };
  /** The error that ended it early. */
  readonly ended?: Ended;
};

/** So much of the end of a log is looked at. */
const TAIL_BYTES = 262_144;

type Line = {
  readonly type?: string;
  readonly time?: string;
  readonly code?: string;
  readonly message?: string;
};

/** Reads the end of a run log, which may be written at this moment; nothing if there is none. */
async function loggedProgress(path: string, files: Files): Promise<LoggedProgress> {
  const text = await tailOf(path, files).catch(() => '');
  let found: LoggedProgress = {};
  let hasCopied = false;
  for (const json of text.split('\n').reverse()) {
    // Nothing, if it is cut off or none of ours.
    const line = Object(jsonIn(json)) as Line;
    const { type, time = '', code = '', message = '' } = line;
    // What is before it is of another run.
    if (type === 'run.started') break;
    if (type === 'files.finished') hasCopied = true;
    if (type === 'files.started' && !hasCopied) break;
    if (type === 'files.progress' && !hasCopied && !found.progress)
      found = { files: { ...(line as unknown as EventOf<'files.progress'>), at: time }, ...found };
    if (type === 'run.failed') found = { ...found, ended: { code, message } };
    // The error that ended a run stands between its last two.
    if (type === 'progress' && found.progress) break;
    if (type === 'progress')
      found = { ...found, progress: { ...(line as unknown as ProgressOfRun), at: time } };
  }
  return found;
}

async function tailOf(path: string, files: Files): Promise<string> {
  const { size } = await files.stat(path);
  const tail = Buffer.alloc(Math.min(TAIL_BYTES, size));
  const fd = files.openSync(path, 'r');
  try {
    return tail.toString('utf8', 0, files.readSync(fd, tail, 0, tail.length, size - tail.length));
  } finally {
    files.closeSync(fd);
  }
}

/** Progress of the shards of a run, and the lock of one that is at work. */
type ShardStates = {
  readonly checkpoints: readonly Checkpoint[];
  readonly lock: FoundLock | undefined;
};

/** Reads the states of the shards in a folder, which need not exist. @throws RunError `STATE.CORRUPT` */
async function shardsInFolder(folder: string, system: System): Promise<ShardStates> {
  const names = await system.files.readdir(folder).catch(() => []);
  const checkpoints: Checkpoint[] = [];
  let lock: FoundLock | undefined;
  for (const name of names.filter((each) => /^\d+$/.test(each))) {
    const { paths, store } = new State(join(folder, name), system.files);
    const checkpoint = await store.load();
    if (checkpoint) checkpoints.push(checkpoint);
    lock ??= await currentLock(paths.lock, system);
  }
  return { checkpoints, lock };
}

/** A checkpoint that counts what the shards have done and that is not joined yet. */
function withShards(checkpoint: Checkpoint, { checkpoints }: ShardStates): Checkpoint {
  if (checkpoints.length === 0) return checkpoint;
  const steps = Object.entries(checkpoint.steps).map(([name, step]) => {
    const parts = checkpoints.flatMap((each) => each.steps[name as keyof Checkpoint['steps']] ?? []);
    return [name, step.done ? step : summed(step, parts)] as const;
  });
  return { ...checkpoint, steps: Object.fromEntries(steps) };
}

const summed = (step: StepState, parts: readonly StepState[]): StepState => ({
  ...step,
  counts: sumByName(step.counts, ...parts.map(({ counts }) => counts)) as Counts,
  skipped: sumByName(step.skipped, ...parts.map(({ skipped }) => skipped)),
});

/**
 * Reads the states of shards where a server keeps them: copies here are those of the shards that this machine has written.
 * @param folder of the copies
 * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
 */
async function shardsOnServer(
  folder: string,
  keeper: Keeper,
  { files, machine }: Pick<System, 'files' | 'machine'>,
): Promise<ShardStates> {
  const checkpoints: Checkpoint[] = [];
  let lock: FoundLock | undefined;
  for (const { checkpoint, holder } of await new State(folder, files).below(keeper)) {
    if (checkpoint) checkpoints.push(checkpoint);
    const found = holder && leaseOf(holder, folder, machine);
    if (found?.sight !== 'gone') lock ??= found;
  }
  return { checkpoints, lock };
}
