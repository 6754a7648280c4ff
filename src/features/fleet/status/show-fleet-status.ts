import { exitCodes } from '../../../errors/run-error.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { jsonLine, jsonText } from '../../../terminal/printable.ts';
import { rowsOf } from '../../../terminal/width.ts';
import { openQueue } from '../queue/open-queue.ts';
import { queueError } from '../queue/queue-error.ts';
import { queueUrlOf } from '../queue/queue-url.ts';
import { readStatus } from './read-status.ts';
import { statusTable } from './status-table.ts';

/** Options of `chatferry fleet status`. */
export type FleetStatusOptions = {
  readonly queue: string | undefined;
  /** Shows it again and again until it is interrupted. */
  readonly watch: boolean;
};

const EVERY_MS = 2_000;
/** Where it cannot be drawn over the last one. */
const PLAIN_EVERY_MS = 30_000;

/**
 * Shows every pipeline of a fleet, from its queue alone. Returns the exit code: 0 whatever failed, as it was said.
 * @throws RunError `FLEET.*`
 */
export async function showFleetStatus(
  { queue, watch }: FleetStatusOptions,
  context: CommandContext,
): Promise<number> {
  const { system, out, err, json, live, width, signal } = context;
  const url = queueUrlOf(queue, context.env);
  await using open = await openQueue(url);
  const isDrawn = live && width !== undefined && !json;
  let drawn = '';
  try {
    for (;;) {
      const status = await readStatus(open, system.clock.now());
      if (isDrawn && drawn !== '') err(`\u001b[${rowsOf(drawn, width)}A\u001b[J`);
      drawn = json ? '' : statusTable(status, context);
      out(drawn || (watch ? jsonLine(status) : jsonText(status)));
      if (!watch) return exitCodes.ok;
      await system.clock.sleep(isDrawn || json ? EVERY_MS : PLAIN_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return exitCodes.ok;
    }
  } catch (error) {
    throw queueError(error, url);
  }
}
