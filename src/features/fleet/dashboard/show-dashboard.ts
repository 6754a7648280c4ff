import { exitCodes } from '../../../errors/run-error.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { jsonText } from '../../../terminal/printable.ts';
import { openQueue } from '../queue/open-queue.ts';
import { queueError } from '../queue/queue-error.ts';
import { queueUrlOf } from '../queue/queue-url.ts';
import { readStatus } from '../status/read-status.ts';
import { isLoopback, serveStatus } from './serve-status.ts';

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
  { system, out, err, env, json, errStyle, signal }: CommandContext,
): Promise<number> {
  const url = queueUrlOf(queue, env);
  await using open = await openQueue(url);
  const read = (): ReturnType<typeof readStatus> =>
    readStatus(open, system.clock.now()).catch((error: unknown) => {
      throw queueError(error, url);
    });
  await using page = await serveStatus({ host, port, readStatus: read }, system);
  out(
    json ? jsonText({ version: 1, command: 'fleet dashboard', url: page.url }) : `dashboard  ${page.url}\n`,
  );
  if (!isLoopback(host))
    err(
      `${errStyle.yellow('!')} other machines can reach this page, over plain http: whoever has or overhears its address can read names,\n` +
        `  folders, results and errors of all pipelines. Only on a network that you trust; else leave out --host, and  ssh -L ${port || 'PORT'}:127.0.0.1:${port || 'PORT'} HOST\n`,
    );
  await new Promise<void>((done) => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
  return exitCodes.ok;
}
