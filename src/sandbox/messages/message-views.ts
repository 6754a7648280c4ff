import type { App } from '../app/app.ts';
import type { MentionView } from '../stores/mentions.ts';
import type { Message } from '../stores/message.ts';
import type { MessageView } from '../stores/message-json.ts';
import { reactionsByMessage } from '../stores/reaction-store.ts';
import type { User } from '../stores/user-store.ts';
import { jsonArray, jsonMember, numberMember } from '../wire/json-text.ts';

/** Messages as the acting user sees them, with their reactions. All reactions are read at once. */
export function messagesJson(
  app: App,
  messages: readonly Message[],
  viewer: User | undefined,
  view: Omit<MessageView, 'reactions'> = {},
): string {
  const ids = messages.map(({ id }) => id);
  const reactions = reactionsByMessage(app.db, ids, viewer?.uid);
  return jsonArray(
    messages.map((message) => app.messages.json(message, { ...view, reactions: reactions.get(message.id) })),
  );
}

/** One message as the acting user sees it. */
export function viewedJson(app: App, message: Message, viewer: User | undefined): string {
  const reactions = reactionsByMessage(app.db, [message.id], viewer?.uid).get(message.id);
  return app.messages.json(message, { reactions });
}

/** What a list can add about mentioned users: their tags, and who has blocked whom, for the viewer. */
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
