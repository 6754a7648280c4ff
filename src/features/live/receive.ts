import { exitCodes } from '../../errors/run-error.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import { openKept } from '../../state/open-kept.ts';
import type { Clock } from '../../system/clock.ts';
import { untilAborted } from '../../system/on-abort.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { jsonLine, printable } from '../../terminal/printable.ts';
import { readPhase } from './phases/documents/phase-document.ts';
import { startReceiver } from './receive/start-receiver.ts';
import { openSides, requireLive } from './sides/open-sides.ts';

/** Options of `chatferry live receive`. */
export type ReceiveOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
};

/** Time from one look whether the pipeline was stopped to the next, milliseconds. */
const LOOK_EVERY_MS = 1_000;

/** Resolves once `live stop` has ended the pipeline after a time, milliseconds since 1970: no events come any more. */
async function untilStopped(kept: StateStore, after: number, clock: Clock, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    const { phase, since = '' } = readPhase(kept) ?? {};
    if (phase === 'stopped' && Date.parse(since) >= after) return;
    await clock.sleep(LOOK_EVERY_MS, end).catch(() => {});
  }
}

/**
 * Receives the events of a pipeline and nothing else, until it is stopped, or the pipeline is. Returns the exit code.
 * @throws RunError `LIVE.*`, `STATE.*`, `CONFIG.*`, `AUTH.KEY_MISSING`
 */
export async function receive(options: ReceiveOptions, outside: Runtime & Stdout & Stderr): Promise<number> {
  await using opened = await openKept(options.pipeline, outside);
  const { context } = opened;
  const { signal, system, json, quiet, out } = context;
  const pipeline = requireLive(opened.pipeline);
  const begun = system.clock.now();
  const say = (event: string, text: string, more: object = {}): void => {
    const at = new Date(system.clock.now()).toISOString();
    if (json) out(jsonLine({ at, event, ...more, message: text }));
    else if (!quiet) out(`${at.slice(0, 19)}Z ${printable(text)}\n`);
  };
  await using receiver = await startReceiver(
    {
      pipeline,
      sides: await openSides(pipeline, context),
      told: ({ kind, text }) => say(kind, text),
    },
    context,
  );
  using _ = context.onHangUp?.(() => void receiver.reload());
  const { address } = receiver;
  say('receiving', `events are received at ${address}`, { address });
  const ending = new AbortController();
  const stopped = untilStopped(opened.state.kept, begun, system.clock, ending.signal);
  try {
    const ended = [untilAborted(signal), receiver.ended].map((each) => each.then(() => false));
    if (await Promise.race([...ended, stopped.then(() => true)]))
      say('stopped', 'the pipeline was stopped: no events come any more');
  } finally {
    ending.abort();
  }
  say('ending', 'no more events are taken; those under way are stored');
  return exitCodes.ok;
}
