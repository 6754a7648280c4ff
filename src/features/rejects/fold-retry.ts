import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { statuses } from '../../input/rows/outcome.ts';
import { joinKeyFile } from '../../keys/key-file.ts';
import { checkKept } from '../../state/claims.ts';
import type { State, StatePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';

/** A state on disk and the checkpoint that was loaded from it. */
export type KeptState = { readonly state: State; readonly checkpoint: Checkpoint };

/** Reason in `skipped` for rows that the user deleted from a rejects file. */
const REMOVED = 'removed';

/**
 * Merges a finished retry into its run: the keys, the counts, and the rejects files, which replace those that the retry
 * read; the old files are kept in another folder. The saved checkpoint of the run decides: after a kill before the save,
 * the same is done again; after the save, only the state of the retry is left to clear.
 */
export async function foldRetry(run: KeptState, retry: KeptState, { files, clock }: System): Promise<void> {
  const { checkpoint } = run;
  if (checkpoint.retried !== retry.checkpoint.lineage) {
    for (const name of entityNames) {
      const before = checkpoint.steps[name];
      const again = retry.checkpoint.steps[name];
      if (!before || !again) continue;
      const from = { state: retry.state.kept, bytes: again.keyBytes };
      const keyBytes = await joinKeyFile(run.state.kept, run.state.keysOf(name), before.keyBytes, from);
      await replaceRejects(files, before, again, run.state.paths, retry.state.paths);
      checkpoint.steps[name] = { ...folded(before, again), keyBytes };
    }
    checkpoint.retried = retry.checkpoint.lineage;
    if (retry.checkpoint.ledger) checkpoint.ledger = retry.checkpoint.ledger;
    // Computes the checksums of the files as they are now.
    delete checkpoint.sums;
    await checkKept(run.state, checkpoint);
    checkpoint.serial++;
    checkpoint.savedAt = new Date(clock.now()).toISOString();
    await run.state.store.save(checkpoint);
  }
  await retry.state.clear();
}

/** After a kill, a missing new file has already been moved. */
async function replaceRejects(
  files: Files,
  before: StepState,
  again: StepState,
  run: StatePaths,
  retry: StatePaths,
): Promise<void> {
  const kept = run.rejectsBefore;
  const names = new Set([...Object.keys(before.rejects), ...Object.keys(again.rejects)]);
  if (names.size === 0) return;
  await files.mkdir(kept, { recursive: true, mode: 0o700 });
  const arriving: string[] = [];
  for (const name of names) {
    const hasNext = Object.hasOwn(again.rejects, name);
    if (hasNext && !(await exists(files, join(retry.rejects, name)))) continue;
    if (hasNext) arriving.push(name);
    const target = join(run.rejects, name);
    if (await exists(files, target)) await files.rename(target, join(kept, name));
  }
  // Before any new file arrives: a power cut that undid only these moves would put the old files in the place of the new ones.
  for (const folder of [kept, run.rejects]) await syncFolder(files, folder);
  for (const name of arriving) await files.rename(join(retry.rejects, name), join(run.rejects, name));
  for (const folder of [run.rejects, retry.rejects]) await syncFolder(files, folder);
}

const exists = (files: Files, path: string): Promise<boolean> =>
  files.stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** The final counts: rows that the run rejected count by their result in the retry. */
function folded(before: StepState, again: StepState): StepState {
  const rejected = before.counts.rejected + before.counts.blocked;
  const removed = Math.max(0, rejected - again.counts.read);
  const counts = { ...again.counts };
  for (const status of statuses)
    if (status !== 'rejected' && status !== 'blocked') counts[status] += before.counts[status];
  counts.skipped += removed;
  counts.read += before.counts.read - rejected + removed;
  return {
    ...before,
    counts,
    problems: again.problems,
    rejects: again.rejects,
    notCarried: sums(before.notCarried, again.notCarried),
    skipped: sums(before.skipped, again.skipped, removed > 0 ? { [REMOVED]: removed } : {}),
    ...tooOldIn(before, again),
    ...(again.archived === undefined ? {} : { archived: again.archived }),
  };
}

/** Messages that were rejected as too old count as the retry found them. */
function tooOldIn(before: StepState, again: StepState): Pick<StepState, 'tooOld'> {
  if (!before.tooOld && !again.tooOld) return {};
  const { count, oldest } = before.tooOld ?? { count: 0, oldest: Number.POSITIVE_INFINITY };
  const retried = before.problems['MESSAGE.TOO_OLD']?.count ?? 0;
  const now = again.tooOld ?? { count: 0, oldest };
  return { tooOld: { count: count - retried + now.count, oldest: Math.min(oldest, now.oldest) } };
}

function sums(...counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each)))
    sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
