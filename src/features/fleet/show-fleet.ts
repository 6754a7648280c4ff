import { exitCodes } from '../../errors/run-error.ts';
import { untilAborted } from '../../system/on-abort.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { jsonLine, printableJson } from '../../terminal/printable.ts';
import { screenRows } from '../../terminal/width.ts';
import { isLoopbackHost, serveStatus } from './dashboard/serve-status.ts';
import { openQueue, withQueue } from './queue/open-queue.ts';
import { queueError } from './queue/queue-error.ts';
import { queueUrlOf } from './queue/queue-url.ts';
import { readStatus } from './status/read-status.ts';
import { statusTable } from './status/status-table.ts';

/** Options of `chatferry fleet status`. */
export type FleetStatusOptions = {
  readonly queue: string | undefined;
  /** Shows it again and again until it is interrupted. */
  readonly watch: boolean;
};

const STATUS_EVERY_MS = 2_000;
/** The pause between two pictures where it cannot be drawn over the last one. */
const PLAIN_EVERY_MS = 30_000;

/**
 * Shows every pipeline of a fleet, from its queue alone. Returns the exit code: 0 whatever failed, as it was said.
 * @throws RunError `FLEET.*`
 */
export async function showFleetStatus(
  { queue, watch }: FleetStatusOptions,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { system, out, err, json, live, width, signal } = context;
  const isDrawn = live && width !== undefined && !json;
  let drawn = '';
  return await withQueue(queueUrlOf(queue, context.env), system, async (open) => {
    for (;;) {
      const status = await readStatus(open, system.clock.now());
      if (isDrawn && drawn !== '') err(`\u001b[${screenRows(drawn, width)}A\u001b[J`);
      drawn = json ? '' : statusTable(status, context);
      out(drawn || (watch ? jsonLine(status) : printableJson(status)));
      if (!watch) return exitCodes.ok;
      await system.clock.sleep(isDrawn || json ? STATUS_EVERY_MS : PLAIN_EVERY_MS, signal).catch(() => {});
      if (signal.aborted) return exitCodes.ok;
    }
  });
}

/** Options of `chatferry fleet dashboard`. */
export type FleetDashboardOptions = {
  readonly queue: string | undefined;
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
};

/**
 * Serves the page of a fleet until it is interrupted, and says its address.
 * @throws RunError `FLEET.*`, `USAGE.INVALID`
 */
export async function showDashboard(
  { queue, host, port }: FleetDashboardOptions,
  { system, out, err, env, json, errStyle, signal }: Runtime & Stdout & Stderr,
): Promise<number> {
  const url = queueUrlOf(queue, env);
  await using open = await openQueue(url, system.clock);
  const read = (): ReturnType<typeof readStatus> =>
    readStatus(open, system.clock.now()).catch((error: unknown) => {
      throw queueError(error, url);
    });
  await using page = await serveStatus({ host, port, readStatus: read }, system);
  out(
    json
      ? printableJson({ version: 1, command: 'fleet dashboard', url: page.url })
      : `dashboard  ${page.url}\n`,
  );
  if (!isLoopbackHost(host))
    err(
      `${errStyle.yellow('!')} other machines can reach this page over plain http: anyone who knows or intercepts its address can read names,\n` +
        `  folders, results and errors of all pipelines. Use this only on a trusted network; otherwise omit --host, and use  ssh -L ${port || 'PORT'}:127.0.0.1:${port || 'PORT'} HOST\n`,
    );
  await untilAborted(signal);
  return exitCodes.ok;
}
