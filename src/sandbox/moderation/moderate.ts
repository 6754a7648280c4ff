import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf } from '../stores/message-json.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { parseJson } from '../wire/json-text.ts';
import type { Fields } from '../wire/validation.ts';
import { type Candidate, judge, type Verdict } from './engine.ts';
import { blockedRecord, findRecord, type ModerationRecord, removeRecord, saveRecord } from './records.ts';

/** True if a verdict keeps a message from its receivers. */
export const isBlocked = (verdict: Verdict | undefined): boolean =>
  verdict?.action === 'block' || verdict?.action === 'drop';

type NamedRule = { readonly id: string | null; readonly name: string | null };

/** The rule that a record names, as the status of a message does. */
export const ruleOf = ({ ruleId, ruleName }: ModerationRecord): NamedRule => ({ id: ruleId, name: ruleName });

/** The data with a status of moderation, or with none, as JSON text. */
export function withStatus(
  data: string,
  status: 'pending' | 'approved' | 'disapproved' | undefined,
  rule?: NamedRule,
): string {
  const { moderation: _, ...rest } = parseJson(data) as Fields;
  if (status === undefined) return JSON.stringify(rest);
  const named = rule?.id ? { rule: { id: rule.id, name: rule.name } } : {};
  return JSON.stringify({ ...rest, moderation: { status, ...named } });
}

function judgedData(data: string, verdict: Verdict): string {
  const { action, rule } = verdict;
  return withStatus(
    data,
    isBlocked(verdict) ? 'disapproved' : 'approved',
    action === 'approve' ? undefined : rule,
  );
}

/** The verdict of the rules on a new message, and its data with that status. Undefined if no rule is for it. */
export function judged(app: App, candidate: Candidate): { verdict: Verdict; data: string } | undefined {
  const verdict = judge(app, candidate);
  return verdict && { verdict, data: judgedData(candidate.data, verdict) };
}

/** Stores what follows from a verdict about a stored message. `unread` as in a record. */
export function keepVerdict(app: App, message: Message, verdict: Verdict, unread: boolean): void {
  if (isBlocked(verdict)) saveRecord(app.db, blockedRecord(message.id, verdict, unread, app.now()));
  else if (findRecord(app.db, message.id)?.hidden === 1) removeRecord(app.db, message.id);
  if (verdict.action === 'flag') {
    app.db.run(
      'INSERT OR IGNORE INTO moderation_flags (message, uid, remark, flagged_at) VALUES (?, ?, ?, ?)',
      message.id,
      SYSTEM_USER.uid,
      verdict.rule?.name ?? null,
      app.now(),
    );
  }
}

/** Publishes what the rules have decided about a message. */
export function publishVerdict(app: App, message: Message, verdict: Verdict): void {
  app.events.publish(isBlocked(verdict) ? 'moderation_engine_blocked' : 'moderation_engine_approved', () => ({
    message: app.messages.json(message),
  }));
}

/**
 * Moderates an edited message: it gets the status of its new content. A message that becomes one that breaks no rule is
 * let through, also if there is no rule for it any more; one that breaks a rule is kept from its receivers from then on;
 * an edit drops nothing. What a moderator has rejected stays hidden, whatever the sender makes of it (all assumed).
 */
export function moderateEdit(app: App, message: Message): Message {
  const { sender, kind, data } = message;
  const before = findRecord(app.db, message.id);
  if (before?.hidden === 1 && before.reviewed === 1) {
    return { ...message, data: withStatus(data, 'disapproved', ruleOf(before)) };
  }
  const found = judged(app, { sender, kind, receiver: receiverOf(message), data });
  const unread = setHidden(app, message, before, isBlocked(found?.verdict));
  if (found) {
    const edited = { ...message, data: found.data };
    keepVerdict(app, edited, found.verdict, unread);
    publishVerdict(app, edited, found.verdict);
    return edited;
  }
  if (before?.hidden !== 1) return message;
  removeRecord(app.db, message.id);
  return { ...message, data: withStatus(data, undefined) };
}

/**
 * Keeps a message from its receivers or lets it through, and has it count as unread and as a reply accordingly.
 * `before` is its record. Does nothing where that is so already. Returns whether the message counts as unread once it
 * is let through.
 */
export function setHidden(
  { messages }: App,
  { id, parentId, deletedAt }: Message,
  before: ModerationRecord | undefined,
  hidden: boolean,
): boolean {
  const wasHidden = before?.hidden === 1;
  const wasUnread = before?.unread === 1;
  if (wasHidden === hidden) return wasUnread;
  if (hidden) {
    messages.uncountReply(id);
    return messages.setUnread(id, false);
  }
  if (parentId !== null && deletedAt === null) messages.countReply(parentId);
  if (wasUnread) messages.setUnread(id, true);
  return wasUnread;
}

/**
 * A message as the answer to its sending shows it: `pending`, as documented, although the sandbox has
 * decided already; every later reading shows the decision. With a switch the answer shows it too.
 */
export function asAnswered(app: App, message: Message): Message {
  if (app.quirks.moderationDecided) return message;
  return { ...message, data: withStatus(message.data, 'pending') };
}
