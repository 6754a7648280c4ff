import { exitCodes } from '../../errors/run-error.ts';
import type { StatePlace } from '../../pipeline/state-place.ts';
import { type Kept, openPlace } from '../../state/open-kept.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { screenRows } from '../../terminal/width.ts';
import { type Status, statusOf } from './find-status.ts';

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
  if (context.json) {
    const { statusJson } = await import('./status-json.ts');
    return (found) => statusJson(found, watch);
  }
  const { statusText } = await import('./status-text.ts');
  return (found) => statusText(found, pipeline, context);
}

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
