import type { ReceiverType } from '../stores/conversation-store.ts';

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
