import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { exitCodes } from '../../errors/run-error.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import { pick } from '../../input/json/defined.ts';
import type { StatePlace } from '../../pipeline/state-place.ts';
import { progressOf } from '../../report/events/extent.ts';
import { type Kept, openPlace } from '../../state/open-kept.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { jsonLine, printableJson } from '../../terminal/printable.ts';
import { screenRows } from '../../terminal/width.ts';
import { type Status, statusOf, wholeExtent } from './find-status.ts';
import type { RunningProcess, StatusDocument } from './status-document.ts';

/** Options of `chatferry status`. */
export type StatusOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** Shows it again and again until nothing runs any more. */
  readonly watch: boolean;
};

/**
 * Shows the progress of a pipeline, from its state alone; also while another process runs it. Returns the exit code.
 * @throws RunError `STATE.NOT_OWN`, `STATE.CORRUPT`
 */
export async function showStatus(
  options: StatusOptions,
  outside: Runtime & Stdout & Stderr,
): Promise<number> {
  const { pipeline, watch } = options;
  await using kept = await openPlace(pipeline, outside);
  const { pipeline: place, context } = kept;
  const shown = await writerOf(options, context);
  const found = await statusOf(place, context.system);
  const text = shown(found);
  context.out(text);
  if (watch && found.lock) await watchOn(kept, text, shown);
  return exitCodes.ok;
}

/** Printed form of a status. */
type Shown = (found: Status) => string;

async function writerOf(
  { pipeline, watch }: StatusOptions,
  context: Pick<Runtime, 'system'> & Stdout,
): Promise<Shown> {
  if (context.json) return (found) => statusJson(found, watch);
  const { statusText } = await import('./status-text.ts');
  return (found) => statusText(found, pipeline, context);
}

/**
 * A status as JSON.
 * @param isLine whether it is one of several, a line each
 */
function statusJson(
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

const EVERY_MS = 1_000;
/** Time between two statuses where one cannot be drawn over the last one. */
const PLAIN_EVERY_MS = 30_000;

/** Shows the status until nothing runs any more, or until it is interrupted, which is no error: there is nothing to save. */
async function watchOn(
  { pipeline: place, context, refresh }: Kept<StatePlace, Runtime & Stdout & Stderr>,
  first: string,
  shown: Shown,
): Promise<void> {
  const { system, live, width, out, err, json, signal } = context;
  const isDrawn = live && width !== undefined && !json;
  for (let before = first; ; ) {
    await system.clock.sleep(isDrawn || json ? EVERY_MS : PLAIN_EVERY_MS, signal).catch(() => {});
    if (signal.aborted) return;
    await refresh();
    const found = await statusOf(place, system);
    if (isDrawn) err(`\u001b[${screenRows(before, width)}A\u001b[J`);
    before = shown(found);
    out(before);
    if (!found.lock) return;
  }
}
