import { mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { statuses } from '../../input/rows/outcome.ts';
import { joinKeyFile } from '../../keys/key-file.ts';
import { clearState, rejectsBefore, type State, type StatePaths } from '../../session/state-folder.ts';

/** A state on disk and the checkpoint that was loaded from it. */
export type KeptState = State & { readonly checkpoint: Checkpoint };

/** The rule by which rows count as left out that somebody has taken out of a rejects file. */
const REMOVED = 'removed';

/**
 * Makes what a finished retry did part of the run that it belongs to: its keys, its counts, and its rejects files in
 * the place of the ones it read, which are kept beside. The checkpoint of the run is what decides: killed before it is
 * saved, the same is done again; afterwards nothing but the state of the retry is left to be cleared.
 */
export async function foldRetry(run: KeptState, retry: KeptState): Promise<void> {
  const { checkpoint } = run;
  if (checkpoint.retried !== retry.checkpoint.lineage) {
    for (const name of entityNames) {
      const before = checkpoint.steps[name];
      const again = retry.checkpoint.steps[name];
      if (!before || !again) continue;
      const file = `${name}.bin`;
      const keyBytes = await joinKeyFile(
        join(run.paths.keys, file),
        before.keyBytes,
        join(retry.paths.keys, file),
        again.keyBytes,
      );
      await replaceRejects(before, again, run.paths, retry.paths);
      checkpoint.steps[name] = { ...folded(before, again), keyBytes };
    }
    checkpoint.retried = retry.checkpoint.lineage;
    checkpoint.serial++;
    checkpoint.savedAt = new Date().toISOString();
    await run.store.save(checkpoint);
  }
  await clearState(retry.paths);
}

/** A file that was moved before a kill is not there to be moved again. */
async function replaceRejects(
  before: StepState,
  again: StepState,
  run: StatePaths,
  retry: StatePaths,
): Promise<void> {
  const kept = rejectsBefore(run);
  const names = new Set([...Object.keys(before.rejects), ...Object.keys(again.rejects)]);
  if (names.size === 0) return;
  await mkdir(kept, { recursive: true, mode: 0o700 });
  for (const name of names) {
    const next = Object.hasOwn(again.rejects, name) ? join(retry.rejects, name) : undefined;
    if (next && !(await exists(next))) continue;
    const place = join(run.rejects, name);
    if (await exists(place)) await rename(place, join(kept, name));
    if (next) await rename(next, place);
  }
  for (const folder of [kept, run.rejects, retry.rejects]) await sync(folder);
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function sync(folder: string): Promise<void> {
  const file = await open(folder, 'r');
  await file.sync().finally(() => file.close());
}

/** What became of the rows in the end: those that were rejected count as the retry found them. */
function folded(before: StepState, again: StepState): StepState {
  const bad = before.counts.rejected + before.counts.blocked;
  const removed = Math.max(0, bad - again.counts.read);
  const counts = { ...again.counts };
  for (const status of statuses)
    if (status !== 'rejected' && status !== 'blocked') counts[status] += before.counts[status];
  counts.skipped += removed;
  counts.read += before.counts.read - bad + removed;
  return {
    ...before,
    counts,
    problems: again.problems,
    rejects: again.rejects,
    notCarried: sums(before.notCarried, again.notCarried),
    skipped: sums(before.skipped, again.skipped, removed > 0 ? { [REMOVED]: removed } : {}),
  };
}

function sums(...counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [name, count] of counts.flatMap((each) => Object.entries(each)))
    sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
