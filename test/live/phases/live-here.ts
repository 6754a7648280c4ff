import { liveRetry, liveStop, liveSwitch } from '../../../src/features/live/change-live.ts';
import { liveHooks } from '../../../src/features/live/live-hooks.ts';
import type { LiveTimes } from '../../../src/features/live/phases/live-session.ts';
import { receive } from '../../../src/features/live/receive.ts';
import { type RunLiveOptions, runLive } from '../../../src/features/live/run-live.ts';
import { liveStatus } from '../../../src/features/live/show-live.ts';
import { jsonIn } from '../../../src/input/json/defined.ts';
import { realSystem } from '../../../src/system/system.ts';
import { ownContext } from '../../../src/terminal/own-context.ts';

/** Silence that a test can wait for. */
export const TIMES: LiveTimes = { passEveryMs: 20, silenceMs: 300, endWithinMs: 9_000, backOffMaxMs: 1_000 };

type Ended = {
  readonly exitCode: number;
  /** What was printed: a JSON document, or a list of those of its lines. */
  readonly printed: unknown;
};

/** A context of a command; what it says on standard error is heard by whoever wants to. */
function contextHere(signal: AbortSignal, said?: (text: string) => void) {
  const { context, printed } = ownContext({
    name: 'chatferry live',
    warn: () => {},
    system: realSystem,
    env: process.env,
    signal,
    allowCode: false,
  });
  return { context: said ? { ...context, err: said } : context, printed };
}

async function ended(
  work: (context: ReturnType<typeof contextHere>['context']) => Promise<number>,
  signal = new AbortController().signal,
  said?: (text: string) => void,
): Promise<Ended> {
  const { context, printed } = contextHere(signal, said);
  const exitCode = await work(context);
  const text = printed();
  const lines = text.trim().split('\n');
  const isDocument = lines.length === 1 || lines[0] === '{';
  return { exitCode, printed: isDocument ? jsonIn(text) : lines.map((line) => jsonIn(line)) };
}

/** A run that a failed test no longer waits for: only the test's own failure is told. */
function running(run: Promise<Ended>): Promise<Ended> {
  run.catch(() => {});
  return run;
}

/** Commands of `live` on a pipeline, in this process. */
export const liveHere = (pipeline: string) => ({
  live: (more: Partial<RunLiveOptions> = {}, signal?: AbortSignal, said?: (text: string) => void) =>
    running(
      ended(
        (context) =>
          runLive(
            {
              pipeline,
              yes: true,
              allowNotifications: true,
              unproven: true,
              events: false,
              times: TIMES,
              ...more,
            },
            more.events ? { ...context, json: false } : context,
          ),
        signal,
        said,
      ),
    ),
  switch: (more: { readonly back?: boolean; readonly withinMs?: number; readonly silenceMs?: number } = {}) =>
    ended((context) => {
      const { back = false, withinMs = 120_000, silenceMs = TIMES.silenceMs } = more;
      const times = { ...TIMES, silenceMs };
      const how = { freeze: true, back, withinMs, allowNotifications: true, times };
      return liveSwitch({ pipeline, ...how }, context);
    }),
  stop: () => ended((context) => liveStop({ pipeline }, context)),
  retry: (code?: string) =>
    ended((context) => liveRetry({ pipeline, code, allowNotifications: true }, context)),
  status: () => ended((context) => liveStatus({ pipeline }, context)),
  receive: (signal?: AbortSignal) => ended((context) => receive({ pipeline }, context), signal),
  hooks: (remove = false) => ended((context) => liveHooks({ pipeline, remove }, context)),
});
