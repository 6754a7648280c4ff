import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { ruleOf, setHidden, withStatus } from '../moderation/moderate.ts';
import { type ModerationRecord, saveRecord } from '../moderation/records.ts';
import { Table } from '../storage/table.ts';
import { peersOf } from '../stores/conversation-store.ts';
import { type Message, NEW_STATE } from '../stores/message.ts';
import { Filter } from '../wire/filter.ts';
import { jsonArray } from '../wire/json-text.ts';
import { cursorAnswer, edgeOf } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';

/** A message that was only sent in to be judged. It is in no conversation. */
export type JudgedMessage = Pick<
  Message,
  | 'id'
  | 'kind'
  | 'muid'
  | 'sender'
  | 'category'
  | 'type'
  | 'data'
  | 'tags'
  | 'sentAt'
  | 'updatedAt'
  | 'editedAt'
  | 'editedBy'
> & { readonly receiver: string };

const JUDGED = new Table<JudgedMessage>(
  'moderation_messages',
  `id, kind, receiver, muid, sender, category, type, data, tags, sentAt, updatedAt, editedAt,
    editedBy`,
);

/** A message to judge, in the form of every other message. */
export function asMessage(judged: JudgedMessage): Message {
  const { kind, receiver, sender } = judged;
  return { ...NEW_STATE, ...judged, conversation: 0, ...peersOf(kind, sender, receiver) };
}

/** A message to judge. Undefined if there is none. */
export const findJudged = ({ db }: Pick<App, 'db'>, id: number): JudgedMessage | undefined =>
  JUDGED.find(db, id);

/** Removes a message to judge. */
export const removeJudged = ({ db }: App, id: number): void => JUDGED.remove(db, id);

/** Stores a message to judge in place of an earlier form of it. */
export function saveJudged({ db }: App, message: JudgedMessage): void {
  if (JUDGED.update(db, message) === 0) JUDGED.insert(db, message);
}

/** Changes what is stored of a message that a moderator has decided about, wherever it is. */
function setData(app: App, message: Message, data: string): void {
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

/** Which messages to judge to list, and from which place on; `older`: the last ones before it. */
type JudgedQuery = {
  readonly limit: number;
  readonly id?: number | undefined;
  readonly sentAt?: number | undefined;
  readonly older: boolean;
  readonly receiverUID?: string | undefined;
  readonly category?: string | undefined;
  readonly type?: string | undefined;
  readonly moderationStatus?: string | undefined;
};

/** A page of the messages to judge by time, then id. */
export function listJudged({ db }: Pick<App, 'db'>, query: JudgedQuery): readonly JudgedMessage[] {
  const { limit, id, sentAt, older } = query;
  const edge = older ? Number.MAX_SAFE_INTEGER : 0;
  const at = sentAt ?? (id === undefined ? undefined : findJudged({ db }, id)?.sentAt) ?? edge;
  const filter = new Filter(`(sent_at, id) ${older ? '<' : '>'} (?, ?)`, at, id ?? edge);
  if (query.receiverUID !== undefined)
    filter.where(`kind = 'user' AND receiver = ?`, query.receiverUID.toLowerCase());
  if (query.category !== undefined) filter.where('category = ?', query.category);
  if (query.type !== undefined) filter.where('type = ?', query.type);
  if (query.moderationStatus !== undefined) {
    filter.where(`json_extract(data, '$.moderation.status') = ?`, query.moderationStatus);
  }
  const order = older ? 'DESC' : 'ASC';
  const clause = `${filter.sql} ORDER BY sent_at ${order}, id ${order} LIMIT ?`;
  const rows = JUDGED.all(db, clause, ...filter.params, limit);
  return older ? rows.reverse() : rows;
}

/** Decision of a moderator about a message: it may be seen, or, in the words of two lists, it may not. */
type Decision = Pick<ModerationRecord, 'status' | 'reviewed'>;

/**
 * Applies and keeps a decision: approved, the receivers of the message see it, and it counts as unread and as a reply;
 * otherwise only its sender does. `before` is its record. A deleted message stays empty.
 */
export function decide(
  call: Pick<Call, 'app' | 'apps'>,
  message: Message,
  before: ModerationRecord,
  decision: Decision,
): void {
  const { app } = call;
  const hidden = decision.status !== 'approved';
  const unread = setHidden(app, message, before, hidden);
  if (message.deletedAt === null) {
    const data = withStatus(message.data, hidden ? 'disapproved' : 'approved', ruleOf(before));
    setData(app, message, data);
    if (before.hidden === 1 && !hidden) publishApproved(call, { ...message, data }, before);
  }
  saveRecord(app.db, {
    ...before,
    ...decision,
    hidden: hidden ? 1 : 0,
    unread: unread ? 1 : 0,
    updatedAt: app.now(),
  });
}

function publishApproved(
  { app, apps }: Pick<Call, 'app' | 'apps'>,
  message: Message,
  record: ModerationRecord,
): void {
  app.events.publish('moderation_manual_approved', () => {
    const rule = {
      ...ruleOf(record),
      revisionId: record.revisionId && `${apps.idOf(app)}_${record.revisionId}`,
      action: JSON.parse(record.action ?? '[]'),
      blockedAt: record.blockedAt,
    };
    const condition = record.condition ? JSON.parse(record.condition) : undefined;
    return {
      message: app.messages.json(message),
      moderation: JSON.stringify([{ condition, rule }]),
      reviewed: 'true',
    };
  });
}

/** The parameters of a list of messages to review; all but `limit` are assumed, as in other lists of messages. */
export const REVIEW_PAGE = param.CURSOR;

type Query = param.ParamValues<typeof REVIEW_PAGE>;

/** Documented: messages of a page without `limit`. */
const LIMIT = 50;

/** The page that a query asks for. */
export const pageOf = ({ limit = LIMIT, affix, id }: Query) => ({ limit, id, older: affix === 'prepend' });

/** The answer with a page of messages that have these ids and times. */
export function reviewAnswer(
  { quirks }: App,
  query: Query,
  rows: readonly { readonly id: number; readonly sentAt?: number }[],
  items: readonly string[],
): RouteAnswer {
  const { limit, older } = pageOf(query);
  const edge = edgeOf(rows, limit, older, quirks.nextAtEnd);
  const affix = older ? 'prepend' : 'append';
  const next = edge && { affix, sentAt: edge.sentAt, id: String(edge.id) };
  return cursorAnswer(jsonArray(items), { limit, count: rows.length }, next);
}
