import type { App } from '../app/app.ts';
import { mentionedUids } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import { ApiError, invalid } from '../wire/api-error.ts';
import { isObject, LIMITS } from '../wire/validation.ts';

/**
 * The receivers that `check` does not refuse. One refusal refuses all, unless the switch `eachreceiver` is set; then
 * the first one is thrown only if nobody is left.
 */
export function openReceivers<R>(
  { quirks }: App,
  receivers: readonly R[],
  check: (receiver: R) => void,
): R[] {
  let refused: ApiError | undefined;
  const open = receivers.filter((receiver) => {
    try {
      check(receiver);
      return true;
    } catch (error) {
      if (!(error instanceof ApiError) || !quirks.eachReceiver) throw error;
      refused ??= error;
      return false;
    }
  });
  if (open.length === 0 && refused) throw refused;
  return open;
}

/** Documented: at most 10 distinct mentions. Assumed: a message with more is refused. */
export function checkMentions({ quirks }: App, given: unknown): void {
  if (quirks.mentions === 'cut' || !isObject(given)) return;
  if (mentionedUids(JSON.stringify(given), LIMITS.mentions + 1).length <= LIMITS.mentions) return;
  throw invalid({ 'data.text': [`The data.text may not mention more than ${LIMITS.mentions} users.`] });
}

/** The message that the sender has sent with this muid, where the switch `muidonce` asks for it. */
export function sentBefore(app: App, muid: string | null, sender: string): Message | undefined {
  if (!app.quirks.muidOnce || !muid) return undefined;
  const id = app.messages.idOfMuid(muid);
  const known = id === undefined ? undefined : app.messages.find(id);
  return known?.sender === sender ? known : undefined;
}
