import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { boolean, instant, isWritten, record, textValue, textValues } from '../../files/values.ts';
import type { SourceConversation, SourceMember } from '../../neutral.ts';
import { conversationIdOf } from '../../own-channels.ts';

/** The columns with the channel of a row that stands in the state of its channel. */
export const CHANNEL_COLUMNS = ['^.channel.cid', '^.channel.type', '^.channel.id'] as const;

/** Commas stand between ids. */
const escaped = (id: string): string => (/[,%]/.test(id) ? encodeURIComponent(id.toWellFormed()) : id);

/** The key of a channel without an id, which is its members. */
function keyOfMembers(type: string, members: readonly string[]): string {
  const [one, other] = members;
  // Most have two members, and every message names them.
  if (members.length === 2 && one !== undefined && other !== undefined && one !== other) {
    const [first, second] = one < other ? [one, other] : [other, one];
    return `${type}:!members:${escaped(first)},${escaped(second)}`;
  }
  const each = [...new Set(members)].sort();
  return `${type}:!members:${each.map(escaped).join(',')}`;
}

/** The key of the channel of a member or message, such as `type:id`; undefined if it names none. */
export function channelOf(row: ExportObject): string | undefined {
  const key = ownKeyOf(row);
  return key === undefined ? undefined : conversationIdOf(key);
}

function ownKeyOf(row: ExportObject): string | undefined {
  const type = textValue(row['channel_type'] ?? row['^.channel.type']);
  const id = textValue(row['channel_id']);
  if (type !== undefined && id !== undefined) return `${type}:${id}`;
  const members = textValues(row['channel_member_ids']);
  if (type !== undefined && members.length > 0) return keyOfMembers(type, members);
  const cid = textValue(row['cid'] ?? row['channel_cid'] ?? row['^.channel.cid']);
  if (cid !== undefined) return cid;
  const outer = textValue(row['^.channel.id']);
  return type !== undefined && outer !== undefined ? `${type}:${outer}` : undefined;
}

/** A channel, and its members if it is made of them. */
export type Channel = {
  readonly conversation: SourceConversation;
  /** When its history was cleared, in milliseconds since 1970; absent if it never was. */
  readonly truncatedAt: number | undefined;
  readonly memberIds: readonly string[];
};

/** Types of channels that everybody may read. */
const PUBLIC = new Set(['livestream']);
/** The beginning of ids that Stream makes of members. */
const DISTINCT = '!members';

const OWN = new Set([
  'id',
  'type',
  'cid',
  'member_ids',
  'created_by',
  'created_by_id',
  'created_at',
  'updated_at',
  'frozen',
  'name',
  'image',
  'description',
  'config',
  'own_capabilities',
  'member_count',
  'last_message_at',
  'members',
  'message_count',
  'disabled',
  'hidden',
  'deleted_at',
  'read',
  'truncated_at',
  'truncated_by',
  'grants',
]);

/** The channel of a row; undefined if it has neither an id nor members. */
export function channelFrom(row: ExportObject): Channel | undefined {
  const type = textValue(row['type']);
  const id = textValue(row['id']);
  const members = textValues(row['member_ids']);
  const own = type === undefined ? undefined : id === undefined ? undefined : `${type}:${id}`;
  const distinct = type !== undefined && members.length > 0 ? keyOfMembers(type, members) : undefined;
  const key = own ?? textValue(row['cid']) ?? distinct;
  if (key === undefined) return undefined;
  const isDistinct = own === undefined ? members.length > 0 : id?.startsWith(DISTINCT) === true;
  const custom = restOf(row, OWN);
  return {
    memberIds: members,
    truncatedAt: instant(row['truncated_at']),
    conversation: {
      id: conversationIdOf(key),
      type: isDistinct ? 'direct' : PUBLIC.has(type ?? '') ? 'public' : 'private',
      name: textValue(row['name']) ?? (isDistinct ? undefined : id),
      icon: textValue(row['image']),
      description: textValue(row['description']),
      owner:
        textValue(row['created_by']) ??
        textValue(record(row['created_by'])?.['id']) ??
        textValue(row['created_by_id']),
      createdAt: instant(row['created_at']),
      isArchived: boolean(row['frozen']) || boolean(row['disabled']),
      ...(isWritten(row['deleted_at']) ? { isDeleted: true } : {}),
      metadata: { ...custom, ...(type === undefined ? {} : { type }) },
    },
  };
}

/** A member; undefined if the row names no channel or no user. */
export function memberFrom(row: ExportObject): SourceMember | undefined {
  const conversation = channelOf(row);
  const user = textValue(row['user_id']) ?? textValue(record(row['user'])?.['id']);
  if (conversation === undefined || user === undefined) return undefined;
  return {
    conversation,
    user,
    scope: scopeOf(row),
    joinedAt: instant(row['created_at']),
    isBanned: boolean(row['banned']),
  };
}

const MODERATORS = new Set(['channel_moderator', 'moderator']);

function scopeOf(row: ExportObject): SourceMember['scope'] {
  const [role, own] = [textValue(row['role']), textValue(row['channel_role'])];
  if (role === 'owner' || role === 'admin') return 'admin';
  return boolean(row['is_moderator']) || MODERATORS.has(own ?? '') || MODERATORS.has(role ?? '')
    ? 'moderator'
    : undefined;
}

/** True if somebody was invited and said no. */
export const isRejected = (row: ExportObject): boolean =>
  textValue(row['invite_rejected_at']) !== undefined && textValue(row['invite_accepted_at']) === undefined;
