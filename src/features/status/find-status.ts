import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { currentLock } from '../../files/current-lock.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import type { StatePlace } from '../../pipeline/state-place.ts';
import { type Extent, extentOf, progressOf } from '../../report/events/extent.ts';
import { isDone, State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import { type LoggedProgress, loggedProgress } from './logged-progress.ts';
import { type ShardStates, shardsInFolder, withShards } from './with-shards.ts';

/** Status of a pipeline, by its state. */
export type Status = {
  readonly pipeline: StatePlace;
  readonly folder: string;
  /** The rejects files. */
  readonly rejects: readonly string[];
  readonly checkpoint: Checkpoint | undefined;
  readonly savedAt: Date | undefined;
  readonly done: boolean;
  /** The lock of the process that runs it now, or that cannot be seen from here. */
  readonly lock: FoundLock | undefined;
  /** The checkpoint of a retry of the rejects that is not finished. */
  readonly retry: Checkpoint | undefined;
  /** The log's words on the last run. */
  readonly logged: LoggedProgress;
};

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
  const shards = await shardStates(paths.shards, system);
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
  return {
    pipeline,
    checkpoint,
    lock,
    savedAt,
    folder: paths.folder,
    rejects: checkpoint ? state.rejectPaths(checkpoint) : [],
    done: checkpoint !== undefined && isDone(checkpoint),
    retry: await state.retry.store.load(),
    logged: await loggedProgress(paths.log, files),
  };
}

/** Progress of shards, here or where a server keeps their states. */
async function shardStates(folder: string, system: System): Promise<ShardStates> {
  const { keeper } = system;
  if (!keeper) return await shardsInFolder(folder, system);
  // Loaded here: a state in a folder needs none of it.
  const { shardsOnServer } = await import('./shards-on-server.ts');
  return await shardsOnServer(folder, keeper, system);
}

/** Progress of all entities together. */
export const wholeExtent = ({ steps }: Checkpoint): Extent => extentOf(Object.values(steps).map(progressOf));
