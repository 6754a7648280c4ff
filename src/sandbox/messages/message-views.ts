import type { App } from '../app/app.ts';
import type { MentionView } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import type { MessageView } from '../stores/message-json.ts';
import { reactionsByMessage } from '../stores/reaction-store.ts';
import type { User } from '../stores/user-store.ts';
import { jsonArray, jsonMember, numberMember } from '../wire/json-text.ts';
import { isHidden } from './message-access.ts';

/** Messages as the acting user sees them, with their reactions. All reactions are read at once. */
export function messagesJson(
  app: App,
  messages: readonly Message[],
  viewer: User | undefined,
  view: Pick<MessageView, 'withTags' | 'mention'> = {},
  extraOf: (message: Message) => readonly string[] = () => [],
): string {
  const ids = messages.map(({ id }) => id);
  const reactions = reactionsByMessage(app.db, ids, viewer?.uid);
  const saved = viewer && savedAtByMessage(app, ids, viewer.uid);
  return jsonArray(
    messages.map((message) =>
      app.messages.json(message, {
        ...view,
        reactions: reactions.get(message.id),
        savedAt: saved?.get(message.id),
        quoted: quotedJson(app, message, viewer),
        extra: extraOf(message),
      }),
    ),
  );
}

/** One message as the acting user sees it. */
export function viewedJson(app: App, message: Message, viewer: User | undefined): string {
  return messagesJson(app, [message], viewer).slice(1, -1);
}

function savedAtByMessage({ db }: App, ids: readonly number[], uid: string): ReadonlyMap<number, number> {
  const rows = db.all<{ message: number; savedAt: number }>(
    `SELECT message, saved_at AS savedAt FROM saved_messages
     WHERE uid = ? AND message IN (SELECT value FROM json_each(?))`,
    uid,
    JSON.stringify(ids),
  );
  return new Map(rows.map(({ message, savedAt }) => [message, savedAt]));
}

/** The quoted message, without what it quotes itself. Undefined if it is gone or the viewer has deleted it. */
function quotedJson(app: App, { quotedId }: Message, viewer: User | undefined): string | undefined {
  const quoted = quotedId === null ? undefined : app.messages.find(quotedId);
  if (!quoted || (viewer && isHidden(app, quoted, viewer.uid))) return undefined;
  return app.messages.json(quoted);
}

/** Additions of a list about mentioned users: their tags, and who has blocked whom, for the viewer. */
export function mentionView(
  app: App,
  viewer: User | undefined,
  asked: { readonly mentionsWithTagInfo: boolean; readonly mentionsWithBlockedInfo: boolean },
): MentionView | undefined {
  if (!asked.mentionsWithTagInfo && !asked.mentionsWithBlockedInfo) return undefined;
  return (uid) => {
    const members: string[] = [];
    if (asked.mentionsWithTagInfo) members.push(jsonMember('tags', app.users.find(uid)?.tags));
    if (asked.mentionsWithBlockedInfo && viewer) {
      const byMe = app.blocks.blockedAt(uid, viewer.uid);
      members.push(`"blockedByMe":${byMe !== undefined}`, numberMember('blockedByMeAt', byMe));
      members.push(`"hasBlockedMe":${app.blocks.isBlockedBy(viewer.uid, uid)}`);
    }
    const added = members.filter((member) => member !== '').map((member) => `,${member}`);
    return `${app.users.entityJson(uid).slice(0, -1)}${added.join('')}}`;
  };
}
