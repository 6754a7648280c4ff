import type { App } from '../app/app.ts';
import type { Message } from '../stores/message.ts';
import { receiverOf } from '../stores/message-json.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import type { Fields } from '../wire/validation.ts';
import { type Candidate, judge, type Verdict } from './engine.ts';
import { blockedRecord, findRecord, removeRecord, saveRecord } from './records.ts';

/** Whether a verdict keeps a message from its receivers. */
export const isBlocked = (verdict: Verdict | undefined): boolean =>
  verdict?.action === 'block' || verdict?.action === 'drop';

/** The data with a status of moderation, as JSON text. */
export function withStatus(
  data: string,
  status: 'pending' | 'approved' | 'disapproved',
  rule?: { readonly id: string | null; readonly name: string | null },
): string {
  const { moderation: _, ...rest } = JSON.parse(data) as Fields;
  const named = rule?.id ? { rule: { id: rule.id, name: rule.name } } : {};
  return JSON.stringify({ ...rest, moderation: { status, ...named } });
}

/** The data with the status that a verdict gives. */
function judgedData(data: string, verdict: Verdict): string {
  const { action, rule } = verdict;
  return withStatus(
    data,
    isBlocked(verdict) ? 'disapproved' : 'approved',
    action === 'approve' ? undefined : rule,
  );
}

/** What the rules say about a new message, and its data with that status. Undefined if no rule is for it. */
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
 * let through, one that breaks a rule is kept from its receivers from then on; an edit drops nothing (assumed).
 */
export function moderateEdit(app: App, message: Message): Message {
  const { sender, kind, data } = message;
  const found = judged(app, { sender, kind, receiver: receiverOf(message), data });
  if (!found) return message;
  const edited = { ...message, data: found.data };
  const before = findRecord(app.db, message.id);
  const blocked = isBlocked(found.verdict);
  const wasUnread = before?.hidden === 1 ? before.unread === 1 : blocked && withhold(app, message);
  if (before?.hidden === 1 && !blocked) release(app, message, wasUnread);
  keepVerdict(app, edited, found.verdict, wasUnread);
  publishVerdict(app, edited, found.verdict);
  return edited;
}

/**
 * Keeps a message that was delivered from its receivers: it no longer counts as unread, nor as a reply. Returns
 * whether it was unread.
 */
export function withhold({ messages }: App, { id, parentId }: Message): boolean {
  if (parentId !== null) messages.countReplies(parentId, -1);
  return messages.setUnread(id, false);
}

/** Lets a message through that was kept from its receivers. */
export function release({ messages }: App, { id, parentId }: Message, unread: boolean): void {
  if (parentId !== null) messages.countReplies(parentId, 1);
  if (unread) messages.setUnread(id, true);
}

/**
 * A message as the answer to its sending shows it: `pending`, as documented, although the sandbox has
 * decided already; every later reading shows the decision. With a switch the answer shows it too.
 */
export function asAnswered(app: App, message: Message): Message {
  if (app.quirks.moderationDecided) return message;
  return { ...message, data: withStatus(message.data, 'pending') };
}
