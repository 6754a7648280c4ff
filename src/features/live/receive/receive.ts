import { exitCodes } from '../../../errors/run-error.ts';
import { openKept } from '../../../state/open-kept.ts';
import { untilAborted } from '../../../system/on-abort.ts';
import type { Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
import { jsonLine, printable } from '../../../terminal/printable.ts';
import { openSides, requireLive } from '../sides/open-sides.ts';
import { startReceiver } from './start-receiver.ts';

/** Options of `chatferry live receive`. */
export type ReceiveOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
};

/**
 * Receives the events of a pipeline and nothing else, until it is stopped. Returns the exit code.
 * @throws RunError `LIVE.*`, `STATE.*`, `CONFIG.*`, `AUTH.KEY_MISSING`
 */
export async function receive(options: ReceiveOptions, outside: Runtime & Stdout & Stderr): Promise<number> {
  await using opened = await openKept(options.pipeline, outside);
  const { context } = opened;
  const { signal, system, json, quiet, out } = context;
  const pipeline = requireLive(opened.pipeline);
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
  await Promise.race([untilAborted(signal), receiver.ended]);
  say('ending', 'no more events are taken; those under way are stored');
  return exitCodes.ok;
}
