import { z } from 'zod';
import { compiled } from '../compiled.ts';
import type { Data, Entity } from '../entity.ts';
import { APP_UID, entityId, muid, seconds } from '../limits.ts';

export type PinRow = Data & { readonly muid: string; readonly uid?: string | undefined };

const schema = compiled(() =>
  z.object({ muid: muid(), uid: entityId().optional(), pinnedAt: seconds().optional() }),
);

/** Messages that are pinned for everyone in their conversation, by a user or by the app; keyed by the message. */
export const pins: Entity<PinRow> = {
  name: 'pins',
  noun: 'pin',
  about:
    'Pinned messages, one row for each message. The policy pins decides whether they are kept in the metadata of the message, or pinned with two requests each, by the user or, without uid, by the app. The time is not written.',
  after: ['users', 'messages'],
  fields: { muid: 'key', uid: 'id', pinnedAt: 'time' },
  required: ['muid'],
  keyFields: ['muid'],
  keyCase: 'written',
  goesWith: 'message',
  compared: { exact: ['uid'], times: [], defaults: { uid: APP_UID }, unseen: [] },
  members: [],
  policy: 'pins',
  clearable: [],
  schema,
  key: ({ muid: message }) => message,
  refs: ({ uid }) => (uid === undefined ? [] : [{ entity: 'users', key: uid, field: 'uid' }]),
  // No call carries when it was.
  parts: ({ uid }) => ({ content: { uid: uid ?? APP_UID }, fixed: {} }),
  normal: ({ pinnedAt: _, ...row }) => row,
};
