import { findDocument, keepDocument, removeDocument } from '../stores/documents.ts';
import { type Fields, givenOf } from '../wire/validation.ts';
import type { App } from './app.ts';

/** Place of a message in its conversation: also unread, only its last message, or neither. */
type Weight = 'unread' | 'last' | 'none';

/** What may become the last message of a conversation, and what counts as unread there. */
export type ConversationRules = {
  readonly groupActions: Weight;
  readonly replies: Weight;
  readonly messageActions: Weight;
};

const KEY = { kind: 'app settings' } as const;

/** The published settings that work here: the rule that each one means, and what it is while the setting is true. */
const RULES = [
  ['core.conversations.updateOnGroupActions', 'groupActions', 'unread'],
  ['core.conversations.updateOnReplies', 'replies', 'last'],
  ['core.conversations.updateOnMessageActions', 'messageActions', 'unread'],
] as const;

/** The other published settings with their defaults. They are kept and answered, and change nothing here. */
const WITHOUT_EFFECT = {
  'core.conversations.updateOnCallActivity': false,
  'core.threads.updateOnMessageActions': false,
  'core.notifications.push.enabled': false,
} as const;

/** Documented: bytes of a file. */
const FILE_BYTES = 100 * 1024 * 1024;

/** The most attachments of a message, and the most bytes of one. */
export type FileLimits = { readonly count: number; readonly bytes: number };

const COUNT = 'file.count.max';
const SIZE = 'file.size.max';

const setValues = ({ db }: App): Fields => findDocument(db, KEY) ?? {};

/** The rules of an app: by its settings or, where they say nothing, by the switches. */
export function conversationRules(app: App): ConversationRules {
  const set = setValues(app);
  const { groupActions, replies, messageActions } = app.quirks;
  const rules = { groupActions, replies, messageActions };
  for (const [setting, rule, whenTrue] of RULES) {
    if (set[setting] !== undefined) rules[rule] = set[setting] === true ? whenTrue : 'none';
  }
  return rules;
}

/** The limits of attachments, by the settings of the app or the switch. */
export function fileLimits(app: App): FileLimits {
  const { [COUNT]: count = app.quirks.files, [SIZE]: bytes = FILE_BYTES } = setValues(app);
  return { count: Number(count), bytes: Number(bytes) };
}

/** Every setting of an app: those that were set, and the defaults of the others. */
export function settingsOf(app: App): Fields {
  const rules = RULES.map(([setting, rule]) => [setting, app.quirks[rule] !== 'none'] as const);
  const { count, bytes } = fileLimits(app);
  const files = { [COUNT]: count, [SIZE]: bytes };
  return { ...Object.fromEntries(rules), ...WITHOUT_EFFECT, ...files, ...setValues(app) };
}

/** Sets some settings of an app and leaves the others. Any key is kept, of any type: the service checks neither. */
export function setSettings(app: App, given: Fields): void {
  keepDocument(app.db, KEY, { ...setValues(app), ...givenOf(given) });
}

/** Gives settings their defaults again: those of these keys, or without any all of them. */
export function unsetSettings(app: App, keys: readonly string[]): void {
  const kept = Object.entries(setValues(app)).filter(([key]) => keys.length > 0 && !keys.includes(key));
  if (kept.length > 0) keepDocument(app.db, KEY, Object.fromEntries(kept));
  else removeDocument(app.db, KEY);
}

/** SQL that leaves out messages which cannot be the last one of their conversation. Empty if all can. */
export function lastMessageCondition({ groupActions, replies, messageActions }: ConversationRules): string {
  return [
    groupActions === 'none'
      ? ` AND NOT (messages.category = 'action' AND messages.type = 'groupMember')`
      : '',
    replies === 'none' ? ' AND messages.parent_id IS NULL' : '',
    messageActions === 'none' ? ` AND NOT (messages.category = 'action' AND messages.type = 'message')` : '',
  ].join('');
}

/** SQL that leaves out replies where they do not count as unread in their conversation; in their thread they do. */
export const unreadCondition = ({ replies }: ConversationRules): string =>
  replies === 'unread' ? '' : ' AND messages.parent_id IS NULL';
