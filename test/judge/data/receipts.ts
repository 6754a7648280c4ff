import type { Entry, Resource } from '../entry.ts';
import { done } from '../shapes.ts';

/** The example for users has a capital M in `Message`, the one for groups has none (F 2.8). */
const marked = (kind: 'users/{uid}' | 'groups/{guid}', mark: 'delivered' | 'read'): Entry => {
  const isUser = kind === 'users/{uid}';
  const path = isUser ? { uid: 'ann' } : { guid: 'team' };
  const message = isUser
    ? `~All the messages from the user ann are marked as ${mark} for the user bob{}`
    : `All the messages in group team are marked as ${mark} for the user bob.`;
  const whole: Entry['examples'][0]['answer'] = isUser
    ? { data: { success: 'true', Message: 'string' } }
    : done(message);
  return {
    call: `POST /${kind}/conversation/${mark}`,
    source: `N mark-${isUser ? '' : 'group-'}conversation-as-${mark}`,
    onBehalfOf: 'required',
    fields: { 'messageId?': 'string' },
    unknown: isUser
      ? { uid: 'ERR_UID_NOT_FOUND|ERR_CONVERSATION_NOT_ACCESSIBLE' }
      : { guid: 'ERR_GUID_NOT_FOUND|ERR_CONVERSATION_NOT_ACCESSIBLE' },
    examples: [
      { path, as: 'bob', answer: whole },
      {
        path,
        as: 'bob',
        body: { messageId: isUser ? '{message}' : '{groupMessage}' },
        answer: { data: { success: 'true' } },
      },
    ],
  };
};

const unread = (kind: 'users/{uid}' | 'groups/{guid}'): Entry => {
  const isUser = kind === 'users/{uid}';
  const path = isUser ? { uid: 'ann' } : { guid: 'team' };
  const given = [{ call: `POST /${kind}/conversation/read`, path, as: 'bob' }];
  return {
    call: `DELETE /${kind}/conversation/read`,
    source: 'F 2.8',
    onBehalfOf: 'required',
    fields: { messageId: 'string' },
    unknown: isUser
      ? { uid: 'ERR_UID_NOT_FOUND|ERR_CONVERSATION_NOT_ACCESSIBLE' }
      : { guid: 'ERR_GUID_NOT_FOUND|ERR_CONVERSATION_NOT_ACCESSIBLE' },
    examples: [
      {
        given,
        path,
        as: 'bob',
        body: { messageId: isUser ? '{message}' : '{groupMessage}' },
        answer: { data: 'object' },
      },
    ],
  };
};

/** What is marked as delivered, read and unread. */
export const receipts: Resource = {
  at: 'chat',
  entries: [
    marked('users/{uid}', 'delivered'),
    marked('users/{uid}', 'read'),
    unread('users/{uid}'),
    marked('groups/{guid}', 'delivered'),
    marked('groups/{guid}', 'read'),
    unread('groups/{guid}'),
  ],
};
