import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { pick } from '../../input/json/defined.ts';
import { progressOf } from '../../report/events/extent.ts';
import { jsonLine, printableJson } from '../../terminal/printable.ts';
import { type Status, wholeExtent } from './find-status.ts';
import type { RunningProcess, StatusDocument } from './status-document.ts';

/**
 * A status as JSON.
 * @param isLine whether it is one of several, a line each
 */
export function statusJson(
  { pipeline, checkpoint, savedAt, done, lock, retry, logged: { progress, files, ended }, refused }: Status,
  isLine: boolean,
): string {
  const { at, rowsPerMinute, requests, etaSeconds, etaAt, waiting, lastError } = progress ?? {};
  const body: { readonly [K in keyof StatusDocument]: StatusDocument[K] | undefined } = {
    version: 1,
    command: 'status',
    pipeline: pipeline.name,
    started: checkpoint?.startedAt,
    saved: savedAt?.toISOString(),
    done,
    running: lock && runningJson(lock),
    total: checkpoint && wholeExtent(checkpoint),
    entities: checkpoint ? entitiesOf(checkpoint) : {},
    retry: retry && entitiesOf(retry),
    progress:
      at === undefined || done
        ? undefined
        : { at, rowsPerMinute, requests, etaSeconds, etaAt, waiting, lastError },
    files: lock && files && pick(files, 'at', 'done', 'todo', 'etaSeconds', 'fileCopies'),
    ended: refused ?? (lock || done ? undefined : ended),
  };
  return isLine ? jsonLine(body) : printableJson(body);
}

/** The holder of a lock; `seen` is whether it certainly runs. */
const runningJson = ({ holder, sight, silentMs }: FoundLock): RunningProcess => ({
  ...holder,
  seen: sight === 'alive',
  heartbeatSecondsAgo: Math.max(0, Math.round(silentMs / 1_000)),
});

const entitiesOf = ({ steps }: Checkpoint): StatusDocument['entities'] =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => {
      const { counts, skipped, at, done } = step;
      const { total, estimated, percent } = progressOf(step);
      const rules = Object.keys(skipped).length > 0 ? { skipped } : {};
      return [name, { done, at, total, estimated, percent, counts, ...rules }];
    }),
  );
