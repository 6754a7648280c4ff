import type { ErrorDocument } from '../../../errors/run-error.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { LOOPBACK, servePage } from '../../../report/pages/page-server.ts';
import type { LiveDocument } from './documents/live-document.ts';
import type { LiveContext } from './live-session.ts';

/** The end of the process. */
type LiveEnd = { readonly exitCode: number; readonly error?: ErrorDocument | undefined };

/** A page that shows two systems that are kept alike. */
export type LiveDashboard = AsyncDisposable & {
  readonly take: (live: LiveDocument) => void;
  /** Takes a sentence that was said to the person at the terminal. */
  readonly said: (sentence: string) => void;
  /** Hears of the bulk run. */
  readonly bulk: RunListener;
  /** Takes the last news: the page says so, and does not look for more. */
  readonly end: (live: LiveDocument | undefined, end: LiveEnd) => void;
};

/** One point of the lag line is a second. */
const EVERY_MS = 1_000;
/** So many of the last sentences are shown. */
const SAID_MAX = 12;

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
  const now = (): string => new Date(system.clock.now()).toISOString();
  const said: { readonly at: string; readonly text: string }[] = [];
  let at = now();
  let live: LiveDocument | undefined;
  let bulk: object | undefined;
  let ended: LiveEnd | undefined;
  const news = (): unknown => (live ? { at, pipeline, live, bulk, said, end: ended } : null);
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
  const take = (document: LiveDocument): void => {
    at = now();
    live = document;
  };
  return {
    take,
    said: (text) => {
      said.push({ at: now(), text });
      if (said.length > SAID_MAX) said.shift();
    },
    bulk: {
      everyMs: EVERY_MS,
      observe: (event) => {
        if (event.type !== 'progress' && event.type !== 'pull.progress') return;
        at = now();
        bulk = event;
      },
    },
    end: (document, end) => {
      if (document) take(document);
      ended = end;
    },
    [Symbol.asyncDispose]: async () => {
      sending[Symbol.dispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}
