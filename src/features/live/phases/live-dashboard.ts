import { LOOPBACK, servePage } from '../../../report/pages/page-server.ts';
import type { LiveDocument } from './documents/live-document.ts';
import type { LiveContext } from './live-session.ts';

/** A page that shows two systems that are kept alike. */
export type LiveDashboard = AsyncDisposable & { readonly take: (live: LiveDocument) => void };

/** One point of the lag line is a second. */
const EVERY_MS = 1_000;

/**
 * Opens the page on this machine, and says its address on standard error.
 * @param port 0 picks a free one
 * @throws RunError `USAGE.INVALID` if the port is taken
 */
export async function liveDashboard(
  pipeline: string,
  port: number,
  { system, err }: Pick<LiveContext, 'system' | 'err'>,
): Promise<LiveDashboard> {
  let last: LiveDocument | undefined;
  const news = (): unknown =>
    last ? { at: new Date(system.clock.now()).toISOString(), pipeline, live: last } : null;
  const server = await servePage({
    page: 'live',
    host: LOOPBACK,
    port,
    acts: {},
    opened: () => ({ news }),
    system,
  });
  err(`dashboard: ${server.url}\n`);
  const sending = system.clock.every(EVERY_MS, () => server.send());
  return {
    take: (live) => {
      last = live;
    },
    [Symbol.asyncDispose]: async () => {
      sending[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
