import { z } from 'zod';
import { attachedKey } from './attached-key.ts';
import { compiled } from './compiled.ts';
import { ALL_IN_KEY, type Data, type Entity } from './entity.ts';
import { entityId, issueText, muid, seconds, text } from './limits.ts';

export type ReactionRow = Data & { readonly muid: string; readonly uid: string; readonly reaction: string };

/** Code points of a reaction: the documented limit. The service refuses a longer one. */
const CHARS_MAX = 45;

/** It stands in an address, where a dot alone would be another place. */
const isReaction = (value: string): boolean =>
  value.trim() !== '' && value !== '.' && value !== '..' && !/\p{Cc}/u.test(value);

const schema = compiled(() =>
  z.object({
    muid: muid(),
    uid: entityId(),
    reaction: text(CHARS_MAX, 'REACTION.TOO_LONG').refine(isReaction, {
      error: issueText('REACTION.INVALID', 'blank, a single dot, or with control characters'),
    }),
    reactedAt: seconds().optional(),
  }),
);

/** Reactions of users to messages; keyed by user, reaction and message. */
export const reactions: Entity<ReactionRow> = {
  name: 'reactions',
  noun: 'reaction',
  about:
    'Reactions to messages. The policy reactions decides whether they are kept in the metadata of the message, or written in the name of their user with one request each. The time of a reaction is not written.',
  after: ['users', 'messages'],
  fields: { muid: 'key', uid: 'id', reaction: 'text', reactedAt: 'time' },
  required: ['muid', 'uid', 'reaction'],
  keyFields: ['muid', 'uid', 'reaction'],
  keyCase: 'written',
  goesWith: 'message',
  // All fields but its time are in its key: no call carries that.
  ...ALL_IN_KEY,
  policy: 'reactions',
  schema,
  key: ({ uid, reaction, muid: message }) => attachedKey(uid, reaction, message),
  refs: ({ uid }) => [{ entity: 'users', key: uid, field: 'uid' }],
  normal: ({ reactedAt: _, ...row }) => row,
};
