import type { Pipeline } from '../../pipeline/pipeline.ts';
import { reachOf, reachText, WEBHOOKS_UNREAD } from '../../session/consent/silence.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { type Finding, pass, warn } from './finding.ts';

const CHECK = 'notifications';

/** Whether the live calls of a run may notify people. */
export async function notifications(pipeline: Pipeline, context: CommandContext): Promise<Finding> {
  const text = reachText(await reachOf(pipeline, context));
  if (text === undefined) return pass(CHECK, `the app has no way to notify people; ${WEBHOOKS_UNREAD}`);
  return warn(CHECK, text, 'switch them off in the app, or give run --allow-notifications');
}
