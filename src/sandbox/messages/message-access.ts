import type { ActorCall, ActorPathCall, Call } from '../app/route.ts';
import { isParticipant } from '../groups/group-scope.ts';
import { isHiddenMessage } from '../moderation/records.ts';
import type { Message } from '../stores/message.ts';
import { SENT_CATEGORIES } from '../stores/message-json.ts';
import { type ApiError, messageNotFound, messageRefused, userRefused } from '../wire/api-error.ts';

/** The refusal of an action that the message does not allow. */
export function notAllowed(id: number, what: string): ApiError {
  return messageRefused('ERR_MESSAGE_ACTION_NOT_ALLOWED', id, `cannot be ${what}`);
}

/** True if the user has deleted the conversation up to this message or a later one, or a rule has blocked it. */
export function isHidden(app: Call['app'], { conversation, id, sender }: Message, uid: string): boolean {
  if (sender !== uid && isHiddenMessage(app.db, id)) return true;
  const hidden = 'SELECT 1 FROM conversation_states WHERE conversation = ? AND uid = ? AND hidden_to >= ?';
  return app.db.get(hidden, conversation, uid, id) !== undefined;
}

/**
 * The message that the path names. The acting user must be allowed to see it: its own messages and those of its
 * conversations and groups, without those it has deleted. Without an acting user the app sees all.
 */
export function messageInPath({ app, actor, params }: ActorPathCall): Message {
  const message = app.messages.find(Number(params['id']));
  if (!message) throw messageNotFound();
  if (!actor) return message;
  const { uid } = actor;
  const reaches = message.sender === uid || isParticipant(app, message, uid);
  if (reaches && !isHidden(app, message, uid)) return message;
  const what = `does not have access to the message with id ${message.id}`;
  throw userRefused('ERR_MESSAGE_NO_ACCESS', uid, what);
}

/** True if the acting user is admin or moderator of the group that a message is in. */
export function isModerated({ app, actor }: ActorCall, message: Message): boolean {
  if (!actor) return true;
  if (message.kind !== 'group') return false;
  const member = app.members.findMember(message.peerA, actor.uid);
  return member !== undefined && member.scope !== 'participant';
}

/** True if a message can be changed, answered or reacted to: not an action, not a call, not deleted. */
export function isLive(message: Message): boolean {
  return message.deletedAt === null && SENT_CATEGORIES.some((sent) => sent === message.category);
}
