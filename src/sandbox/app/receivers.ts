import type { ReceiverType } from '../stores/conversation-store.ts';
import { guidNotFound, uidNotFound } from '../wire/api-error.ts';
import type { App } from './app.ts';

/** The receiver of a message. */
export type MessageReceiver = { readonly receiverType: ReceiverType; readonly receiver: string };

/** The part of a message that says who gets it: one receiver, several, or both. */
export type Addressing = {
  readonly receiver: string | null;
  readonly receiverType: ReceiverType | null;
  readonly multipleReceivers?: readonly MessageReceiver[] | undefined;
};

/** Every receiver of a message, each once. */
export function receiversOf(message: Addressing): readonly MessageReceiver[] {
  const { receiver, receiverType, multipleReceivers: several = [] } = message;
  if (receiver === null || receiverType === null) return several;
  const others = several.filter((one) => one.receiver !== receiver || one.receiverType !== receiverType);
  return [{ receiver, receiverType }, ...others];
}

/** Refuses a group that does not exist, and a user that is missing or deactivated. */
export function checkExists({ users, groups }: App, kind: ReceiverType, id: string): void {
  if (kind === 'group' ? !groups.has(id) : !users.findActive(id)) {
    throw kind === 'group' ? guidNotFound(id) : uidNotFound(id);
  }
}
