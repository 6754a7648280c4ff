import type { Call } from '../app/route.ts';
import { ruleOf, setHidden, withStatus } from '../moderation/moderate.ts';
import { type ModerationRecord, saveRecord } from '../moderation/records.ts';
import type { Message } from '../stores/message.ts';
import { setData } from './judged-messages.ts';

/** Decision of a moderator about a message: it may be seen, or, in the words of two lists, it may not. */
export type Decision = Pick<ModerationRecord, 'status' | 'reviewed'>;

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
