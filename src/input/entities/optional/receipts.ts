import { z } from 'zod';
import { compiled } from '../compiled.ts';
import { conversationWith, type Peer, peerOf } from '../conversation.ts';
import type { Data, Entity } from '../entity.ts';
import { entityId, issueText, seconds, typed } from '../limits.ts';

export type ReceiptRow = Data & {
  readonly conversation: string;
  readonly uid: string;
  readonly deliveredAt?: number | undefined;
  readonly readAt?: number | undefined;
};

/** A group, or two users; each id as the service allows it. */
const FORM = /^(?:group_[a-z0-9_-]{1,100}|[a-z0-9_-]{1,100}_user_[a-z0-9_-]{1,100})$/i;

const schema = compiled(() =>
  z
    .object({
      conversation: z
        .string({ error: typed('text') })
        .regex(FORM, issueText('RECEIPT.CONVERSATION_INVALID', 'neither group_<guid> nor <uid>_user_<uid>'))
        .toLowerCase()
        .describe('group_<guid>, or <uid>_user_<uid>'),
      uid: entityId(),
      deliveredAt: seconds().optional(),
      readAt: seconds().optional(),
    })
    .superRefine(({ conversation, uid, deliveredAt, readAt }, context) => {
      const issue = (path: string, message: string): void =>
        context.addIssue({ code: 'custom', path: [path], message });
      const peer = peerOf(conversation, uid);
      // The form is judged before.
      if (!FORM.test(conversation)) return;
      if (!peer || (peer.entity === 'users' && peer.id === uid))
        issue('uid', issueText('RECEIPT.NOT_IN_CONVERSATION', 'the conversation is not one of this user'));
      if (deliveredAt === undefined && readAt === undefined)
        issue('readAt', issueText('RECEIPT.TIME_MISSING', 'neither readAt nor deliveredAt'));
    }),
);

/** The id of the conversation that is the same for both of its users. */
const normalId = ({ conversation, uid }: ReceiptRow): string => {
  const peer = peerOf(conversation, uid);
  return peer ? conversationWith(peer, uid) : conversation;
};

/**
 * The times up to which users have read their conversations, or got their messages; keyed by conversation and user. Before
 * blocks and bans, which take conversations away.
 */
export const receipts: Entity<ReceiptRow> = {
  name: 'receipts',
  noun: 'receipt',
  about:
    'How far a user has read a conversation, or has received its messages; one of the two times is required. Each takes three requests. The messages are marked up to that time, but the service stores the time of the call.',
  after: ['users', 'groups', 'members', 'messages'],
  fields: { conversation: 'text', uid: 'id', deliveredAt: 'time', readAt: 'time' },
  required: ['conversation', 'uid'],
  keyFields: ['conversation', 'uid'],
  keyCase: 'lower',
  goesWith: 'side',
  compared: {
    exact: [],
    times: [
      { field: 'deliveredAt', rule: 'given' },
      { field: 'readAt', rule: 'given' },
    ],
    defaults: {},
    unseen: [],
  },
  members: [],
  clearable: [],
  schema,
  key: (row) => `${normalId(row)} ${row.uid}`,
  refs(row) {
    const { entity, id: key } = peerOf(row.conversation, row.uid) as Peer;
    return [
      { entity: 'users', key: row.uid, field: 'uid' },
      { entity, key, field: 'conversation' },
    ];
  },
  parts: ({ deliveredAt, readAt }) => ({ content: { deliveredAt, readAt }, fixed: {} }),
  normal: (row) => ({ ...row, conversation: normalId(row) }),
};
