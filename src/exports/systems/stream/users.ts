import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { instant, isWritten, record, textValue } from '../../files/values.ts';
import type { SourceUser } from '../../neutral.ts';

const OWN = new Set([
  'id',
  'name',
  'image',
  'created_at',
  'updated_at',
  'last_active',
  'deactivated_at',
  'deleted_at',
  'online',
  'channel_mutes',
  'user_mutes',
  'mutes',
  'devices',
  'push_notifications',
  'last_engaged_at',
  'banned_until',
  'blocked_user_ids',
  'privacy_settings',
  'total_unread_count',
  'unread_channels',
  'unread_count',
]);

/** A user; undefined if the row has no id. */
export function userFrom(row: ExportObject): SourceUser | undefined {
  const id = textValue(row['id']);
  if (id === undefined) return undefined;
  const metadata = restOf(row, OWN);
  const closed = [row['deleted_at'], row['deactivated_at']].find(isWritten);
  return {
    id,
    name: textValue(row['name']),
    email: textValue(row['email']),
    avatar: textValue(row['image']),
    isBot: row['role'] === 'bot',
    ...(closed === undefined ? {} : { deactivated: { at: instant(closed) } }),
    createdAt: instant(row['created_at']),
    lastActiveAt: instant(row['last_active']),
    ...(Object.keys(metadata).length > 0 ? { metadata } : {}),
  };
}

/** The users that stand in the rows of other things. */
export const usersWithin = ({ user, created_by, pinned_by }: ExportObject): ExportObject[] =>
  [user, created_by, pinned_by].map(record).filter((each) => each !== undefined);
