import { RunError } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { chatService } from '../../service/client/chat-service.ts';
import type { Provider } from '../../service/client/notifications/providers.ts';
import { openPool } from '../../service/transport/http.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { connect } from '../connect.ts';

/** Ways by which live calls of a pipeline may reach people. */
export type Reach = {
  /** The ways by which the app notifies people, such as `push by fcm`. */
  readonly on: readonly string[];
  /** Why the settings could not be read; absent if they were. */
  readonly unread?: string;
};

const ATTEMPT_MS = 5_000;

/** Webhooks are read with the account's own keys, which a pipeline does not have. */
const WEBHOOKS_UNREAD = 'webhooks of the app may be called too; only the keys of the account can read them';

/**
 * Reads which notifications the app of a pipeline has switched on. Never fails because of the service.
 * @throws RunError `AUTH.KEY_MISSING`, `CONFIG.CODE_NOT_OWN`
 */
export async function reachOf(pipeline: Pipeline, context: Runtime & Stderr): Promise<Reach> {
  await using connection = await connect(pipeline, '', context);
  const { baseUrl, apiKey, caFile } = connection;
  // Connections of the kind that all else has: the fetch of the platform would be loaded for these few calls alone.
  await using stack = new AsyncDisposableStack();
  const dispatcher = stack.adopt(openPool({ baseUrl, caFile, connections: 1 }), (pool) => pool.destroy());
  const times = { attemptMs: ATTEMPT_MS, outageMs: 1 };
  const service = stack.use(chatService({ baseUrl, apiKey, dispatcher, ...times }));
  const { push, sms, email } = service.notifications;
  const options = { signal: context.signal };
  const on: string[] = [];
  try {
    if (isAny(await push.fcm.list(options))) on.push('push by fcm');
    if (isAny(await push.apns.list(options))) on.push('push by apns');
    if (isOn(await push.custom.get(options))) on.push('push by a webhook');
    if (isOn(await sms.twilio.get(options))) on.push('text messages by twilio');
    if (isOn(await sms.custom.get(options))) on.push('text messages by a webhook');
    if (isOn(await email.sendGrid.get(options))) on.push('e-mail by sendgrid');
    if (isOn(await email.custom.get(options))) on.push('e-mail by a webhook');
    return { on };
  } catch (error) {
    context.signal.throwIfAborted();
    return { on, unread: (error as Error).message };
  }
}

const isAny = (providers: readonly Provider[]): boolean => providers.length > 0;

/** A provider is an object, or the only element of a list; one that does not say whether it is enabled counts as on. */
function isOn(answer: Provider): boolean {
  const { pushProviders } = answer;
  const [provider] = (Array.isArray(pushProviders) ? pushProviders : [answer]) as readonly Provider[];
  return (
    provider !== undefined && Object.keys(provider).length > 0 && (provider['isEnabled'] ?? true) !== false
  );
}

/** Warning of a person before live calls; undefined if nobody can be notified as far as that can be read. */
function reachText({ on, unread }: Reach): string | undefined {
  if (on.length > 0) return `live calls may notify people: the app has ${on.join(', ')}; ${WEBHOOKS_UNREAD}`;
  if (unread === undefined) return undefined;
  return `whether live calls notify people could not be read: ${unread}`;
}

/** Says whether live calls may notify people, as far as that can be read. */
export function reachFinding(reach: Reach): { readonly mayNotify: boolean; readonly text: string } {
  const text = reachText(reach);
  return text === undefined
    ? { mayNotify: false, text: `the app has no way to notify people; ${WEBHOOKS_UNREAD}` }
    : { mayNotify: true, text };
}

/**
 * Checks before live calls that they notify nobody.
 * @throws RunError `NOTIFICATIONS.ON`
 */
export async function requireSilence(pipeline: Pipeline, context: Runtime & Stderr): Promise<void> {
  const reach = await reachOf(pipeline, context);
  const text = reachText(reach);
  if (reach.on.length > 0) throw new RunError('NOTIFICATIONS.ON', text as string);
  if (text !== undefined && !context.quiet) context.err(`${context.errStyle.yellow('!')} ${text}\n`);
}
