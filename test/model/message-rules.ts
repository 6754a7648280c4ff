import { type Kind, type Message, pair, type ServiceModel } from './service-model.ts';
import { refused, type Verdict } from './verdict.ts';
import { entity, messageView, receiverOf } from './views.ts';

/** Why a sender may not write to a receiver; empty where it may. */
export function writable(
  model: ServiceModel,
  sender: string,
  kind: Kind,
  receiver: string,
): readonly string[] {
  const user = model.active(sender);
  if (kind === 'group') {
    const group = model.groups.get(receiver);
    if (!group) return ['ERR_GUID_NOT_FOUND'];
    const person = group.people.get(sender);
    if (!user || person?.isBanned === false) return [];
    return [person ? 'ERR_BANNED_GROUPMEMBER' : 'ERR_GROUP_NOT_JOINED'];
  }
  if (!model.active(receiver)) return ['ERR_UID_NOT_FOUND'];
  if (!user) return [];
  const isShy = model.roles.get(user.role)?.settings?.['sendMessagesTo'] === 'friendsOnly';
  return [
    ...(model.blocks.has(pair(sender, receiver)) ? ['ERR_BLOCKED_RECEIVER'] : []),
    ...(model.blocks.has(pair(receiver, sender)) ? ['ERR_BLOCKED_SENDER'] : []),
    ...(isShy && !model.areFriends(sender, receiver) ? ['ERR_NOT_A_FRIEND'] : []),
  ];
}

/** Whether a user can see a message: its own, those of its conversations, none that it has deleted for itself. */
function access(model: ServiceModel, message: Message, uid: string): boolean {
  const { kind, a, b, sender, id } = message;
  const isIn = kind === 'group' ? model.member(a, uid) !== undefined : uid === a || uid === b;
  return (sender === uid || isIn) && id > (model.state(message, uid)?.hiddenTo ?? 0);
}

/** What becomes of a call for the message in its path, as far as the actor can see it. */
export function forReading(
  model: ServiceModel,
  path: string,
  actor: string | undefined,
  work: (message: Message) => Verdict,
): Verdict {
  const message = model.messages.get(Number(path.split('/')[2]?.split('?')[0]));
  if (!message) return refused('ERR_MESSAGE_ID_NOT_FOUND');
  if (actor !== undefined && !access(model, message, actor)) return refused('ERR_MESSAGE_NO_ACCESS');
  return work(message);
}

/**
 * The action message about a message that was edited or deleted. Between two users it comes from one of them,
 * whoever did it. In the history the message inside does not say who edited it; the answer does.
 */
export function writeAction(
  model: ServiceModel,
  action: 'edited' | 'deleted',
  message: Message,
  by: string,
): unknown {
  const { kind, a, b } = message;
  const sender = kind === 'group' || by === a || by === b ? by : message.sender;
  const on = messageView(model, message, { withReactions: false });
  const data = (entityOn: unknown) => ({
    action,
    entities: {
      by: entity(model, 'user', by),
      for: entity(model, kind, receiverOf({ ...message, sender })),
      on: { entity: entityOn, entityType: 'message' },
    },
  });
  const added = model.add({
    kind,
    a,
    b,
    sender,
    category: 'action',
    type: 'message',
    data: data({ ...on, editedBy: undefined }),
    sentAt: model.now,
    updatedAt: model.now,
    counts: false,
  });
  return { ...messageView(model, added), data: data(on) };
}
