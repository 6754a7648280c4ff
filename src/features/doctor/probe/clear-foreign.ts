import type { TestedService } from '../../../conformance/check.ts';
import { type ForeignProbes, removeProbes } from '../../../conformance/probe/probe.ts';
import { RunError } from '../../../errors/run-error.ts';
import type { Questions } from '../../../terminal/context.ts';
import { printable } from '../../../terminal/printable.ts';

const SHOWN_MAX = 5;

/**
 * Has a person decide about rows of probes that are not ours; nobody else may have them removed.
 * @throws RunError `RUN.DECLINED` unless all are removed
 */
export async function clearForeign(
  peer: Pick<TestedService, 'send'>,
  { ids, tokens }: ForeignProbes,
  { ask }: Questions,
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return;
  const shown = ids.slice(0, SHOWN_MAX).map(printable).join(', ');
  const more = ids.length > SHOWN_MAX ? ` and ${ids.length - SHOWN_MAX} more` : '';
  const message = `the app has ids of another probe: ${shown}${more}; nothing was written`;
  const isOurForm = tokens.length > 0;
  if (!ask || !isOurForm)
    throw new RunError('RUN.DECLINED', message, {
      hint: isOurForm
        ? 'wait for the other probe; if there is none, run the same command on a terminal: it asks, then removes them'
        : 'remove them in the dashboard of the service, then run the same command again',
    });
  const [token = ''] = tokens;
  const question = `  The app has ids of another probe: ${shown}${more}.\n  Type ${token} to delete them permanently, if no other probe is under way: `;
  if ((await ask(question)).trim() !== token) throw new RunError('RUN.DECLINED', message);
  const left = await removeProbes(peer, tokens, signal);
  if (left.length > 0)
    throw new RunError('RUN.DECLINED', `not everything could be removed: ${left.map(printable).join(', ')}`);
}
