import type { App } from '../app/app.ts';
import type { ReceiverType } from '../stores/conversation-store.ts';
import type { Message } from '../stores/message.ts';

/** A message that was only sent in to be judged. It is in no conversation. */
export type JudgedMessage = {
  readonly id: number;
  readonly kind: ReceiverType;
  readonly receiver: string;
  readonly muid: string | null;
  readonly sender: string;
  readonly category: string;
  readonly type: string;
  /** JSON text, as `tags`. */
  readonly data: string;
  readonly tags: string | null;
  readonly sentAt: number;
  readonly updatedAt: number;
  readonly editedAt: number | null;
  readonly editedBy: string | null;
};

const COLUMNS = `id, kind, receiver, muid, sender, category, type, data, tags, sent_at AS sentAt,
  updated_at AS updatedAt, edited_at AS editedAt, edited_by AS editedBy`;

/** A message to judge, in the form of every other message. */
export function asMessage(judged: JudgedMessage): Message {
  const { kind, receiver, sender } = judged;
  const [peerA = '', peerB = ''] = kind === 'group' ? [receiver, ''] : [sender, receiver].sort();
  return {
    ...judged,
    conversation: 0,
    peerA,
    peerB,
    deliveredAt: null,
    readAt: null,
    parentId: null,
    replyCount: 0,
    deletedAt: null,
    deletedBy: null,
    pinnedAt: null,
    pinnedBy: null,
    quotedId: null,
  };
}

/** A message to judge. Undefined if there is none. */
export const findJudged = ({ db }: Pick<App, 'db'>, id: number): JudgedMessage | undefined =>
  db.get<JudgedMessage>(`SELECT ${COLUMNS} FROM moderation_messages WHERE id = ?`, id);

/** Stores a message to judge in place of an earlier form of it. */
export function saveJudged({ db }: App, message: JudgedMessage): void {
  db.run(
    'UPDATE moderation_messages SET data = ?, updated_at = ?, edited_at = ?, edited_by = ? WHERE id = ?',
    message.data,
    message.updatedAt,
    message.editedAt,
    message.editedBy,
    message.id,
  );
  db.run(
    `INSERT OR IGNORE INTO moderation_messages (id, kind, receiver, muid, sender, category, type, data, tags, sent_at,
       updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    message.id,
    message.kind,
    message.receiver,
    message.muid,
    message.sender,
    message.category,
    message.type,
    message.data,
    message.tags,
    message.sentAt,
    message.updatedAt,
  );
}

/** Changes what is stored of a message that a moderator has decided about, wherever it is. */
export function setData(app: App, message: Message, data: string): void {
  if (message.conversation !== 0) app.messages.update({ ...message, data });
  else app.db.run('UPDATE moderation_messages SET data = ? WHERE id = ?', data, message.id);
}

/** A message of a conversation, or one that was only sent in to be judged. */
export function anyMessage(app: App, id: number): Message | undefined {
  const found = app.messages.find(id);
  if (found) return found;
  const judged = findJudged(app, id);
  return judged && asMessage(judged);
}

/** A page of the messages to judge by time, then id; `older`: the last ones before the cursor. */
export function listJudged(
  { db }: App,
  {
    limit,
    id,
    sentAt,
    older,
  }: {
    readonly limit: number;
    readonly id?: number | undefined;
    readonly sentAt?: number | undefined;
    readonly older: boolean;
  },
): readonly JudgedMessage[] {
  const edge = older ? Number.MAX_SAFE_INTEGER : 0;
  const at = sentAt ?? (id === undefined ? undefined : findJudged({ db }, id)?.sentAt) ?? edge;
  const rows = db.all<JudgedMessage>(
    `SELECT ${COLUMNS} FROM moderation_messages WHERE (sent_at, id) ${older ? '<' : '>'} (?, ?)
     ORDER BY sent_at ${older ? 'DESC' : 'ASC'}, id ${older ? 'DESC' : 'ASC'} LIMIT ?`,
    at,
    id ?? edge,
    limit,
  );
  return older ? rows.reverse() : rows;
}
