import type { App } from '../app/app.ts';
import { conversationId } from '../stores/conversation-store.ts';
import { type User, userJson } from '../stores/user-store.ts';
import { numberMember, textMember } from '../wire/json-text.ts';
import { parseJson } from '../wire/parse-json.ts';

/** The part of a user's metadata that other users do not see. */
const PRIVATE = '@private';

/** Metadata as other users see it. */
function publicMetadata(metadata: string | null): string | null {
  if (!metadata?.includes(`"${PRIVATE}"`)) return metadata;
  const { [PRIVATE]: _, ...rest } = parseJson(metadata) as Readonly<Record<string, unknown>>;
  return Object.keys(rest).length === 0 ? null : JSON.stringify(rest);
}

/** The members about the relation of two users. Empty for a user and itself. */
function relationMembers({ blocks, quirks }: App, uid: string, viewer: string): readonly string[] {
  const [peerA = '', peerB = ''] = [uid, viewer].sort();
  const blockedByMeAt = blocks.blockedAt(uid, viewer);
  const hasBlockedMeAt = blocks.blockedAt(viewer, uid);
  return [
    blockedByMeAt === undefined ? '' : '"blockedByMe":true',
    numberMember('blockedByMeAt', blockedByMeAt),
    hasBlockedMeAt === undefined ? '' : '"hasBlockedMe":true',
    numberMember('blockedAt', blockedByMeAt ?? hasBlockedMeAt),
    textMember('conversationId', conversationId({ kind: 'user', peerA, peerB }, quirks.conversationIds)),
  ];
}

/**
 * A user as `viewer` sees it: without the private part of its metadata, with their conversation and the blocks
 * between them. Without a viewer, and for the viewer itself, nothing is hidden or added.
 */
export function userSeenBy(app: App, user: User, viewer: string | undefined, withTags: boolean): string {
  if (viewer === undefined || viewer === user.uid) return userJson(user, withTags);
  const shown = { ...user, metadata: publicMetadata(user.metadata) };
  return userJson(shown, withTags, ...relationMembers(app, user.uid, viewer));
}
