import { createHash } from 'node:crypto';
import { isRecord } from '../../service/transport/transport.ts';
import type { OriginConversation, OriginRow } from '../origin.ts';
import { count, text } from './answers.ts';

type Row = OriginRow['row'];

/** Kinds of channels, by their word in a pipeline: where their lists are. */
export const CHANNELS = { group: 'group_channels', open: 'open_channels' } as const;
export type ChannelKind = keyof typeof CHANNELS;

/** Open channels have participants: whoever has them open at the moment. */
export const kindOf = (row: Row): ChannelKind =>
  row['participant_count'] !== undefined && row['member_count'] === undefined ? 'open' : 'group';

/** A channel as its record says; undefined for a record of none. */
export function channelOf(row: Row): OriginConversation | undefined {
  const id = text(row['channel_url']);
  if (id === undefined) return undefined;
  // The record of an open channel does not tell its last message.
  if (kindOf(row) === 'open') return { id };
  const last = isRecord(row['last_message']) ? row['last_message'] : {};
  const newest = count(last['created_at']);
  const of = [last['message_id'], last['updated_at'], row['member_count'], row['joined_member_count']];
  const members = membersIn(row)?.map(({ user_id: user, role, state, is_muted: muted }) =>
    JSON.stringify([text(user), role, state, muted]),
  );
  const digest = createHash('sha256').update(JSON.stringify([of.map(text), members?.sort()]));
  return { id, mark: digest.digest('base64url').slice(0, 22), newest };
}

/** The members of a channel, if its record has all of them with their roles: larger channels have some, supergroups none. */
export function membersIn(row: Row): readonly Row[] | undefined {
  const { members, member_count: all } = row;
  if (!Array.isArray(members) || members.length !== count(all)) return undefined;
  const isWhole = (member: unknown): member is Row =>
    isRecord(member) && text(member['user_id']) !== undefined && typeof member['role'] === 'string';
  return members.every(isWhole) ? members : undefined;
}
