import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
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
