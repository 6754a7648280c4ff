import { createHash } from 'node:crypto';
import { isRecord } from '../../service/transport/transport.ts';
import {
  type Ask,
  type OriginConversation,
  OriginError,
  type OriginFault,
  type OriginRow,
} from '../origin.ts';

/** Meaning of answers of Sendbird, and of the records in them. */

type Row = OriginRow['row'];

/** Faults that the code of an answer tells: most of them have the status 400. */
const FAULTS: Readonly<Record<string, OriginFault>> = {
  400108: 'forbidden',
  400109: 'expired',
  400201: 'gone',
};
const KEY_REFUSED = 400_401;

/** True if an answer says that no application has this key. */
export const isKeyRefused = (_status: number, body: unknown): boolean =>
  isRecord(body) && Number(body['code']) === KEY_REFUSED;

/** Asks as `ask` does; faults are as the codes of Sendbird tell them. */
export const askSendbird =
  (ask: Ask): Ask =>
  async (request, signal) => {
    try {
      return await ask(request, signal);
    } catch (error) {
      if (!(error instanceof OriginError) || error.code === undefined) throw error;
      const fault = Object.hasOwn(FAULTS, error.code) ? FAULTS[error.code] : undefined;
      throw fault ? error.as(fault) : error;
    }
  };

/** Members of users by which anybody could act as one of them. */
const TOKENS = ['access_token', 'session_tokens'];

/**
 * The records of an answer, without tokens of users.
 * @param what was asked for, for messages to people
 * @throws OriginError `form`
 */
export function sendbirdRows(body: Row, name: string, what: string): readonly Row[] {
  const rows = body[name];
  if (!Array.isArray(rows) || !rows.every(isRecord))
    throw new OriginError('form', `${what}: the answer has no list of records "${name}"`);
  return rows.map((row) =>
    TOKENS.some((token) => Object.hasOwn(row, token))
      ? Object.fromEntries(Object.entries(row).filter(([member]) => !TOKENS.includes(member)))
      : row,
  );
}

/** A text of a record, or a number as text; undefined for nothing and for an empty text. */
export function text(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A whole number of a record from 0, such as a time in milliseconds; undefined for anything else. */
export const naturalNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : undefined;

/**
 * The path of a channel, or of a list of it, below the address of the API.
 * @throws OriginError `form` for a channel whose name no address can have
 */
export function channelPath(kind: string, channel: string, list?: string): string {
  if (channel === '.' || channel === '..' || !channel.isWellFormed())
    throw new OriginError(
      'form',
      `a channel with the channel_url ${JSON.stringify(channel)} cannot be asked for`,
    );
  return `/${kind}/${encodeURIComponent(channel)}${list === undefined ? '' : `/${list}`}`;
}

/** Kinds of channels, by their word in a pipeline: where their lists are. */
export const CHANNELS = { group: 'group_channels', open: 'open_channels' } as const;
export type ChannelKind = keyof typeof CHANNELS;

/** Open channels have participants: whoever has them open at the moment. */
export const channelKind = (row: Row): ChannelKind =>
  row['participant_count'] !== undefined && row['member_count'] === undefined ? 'open' : 'group';

/** A channel as its record says; undefined for a record of none. */
export function conversationOfChannel(row: Row): OriginConversation | undefined {
  const id = text(row['channel_url']);
  if (id === undefined) return undefined;
  // The record of an open channel does not tell its last message.
  if (channelKind(row) === 'open') return { id };
  const last = isRecord(row['last_message']) ? row['last_message'] : {};
  const newest = naturalNumber(last['created_at']);
  const of = [last['message_id'], last['updated_at'], row['member_count'], row['joined_member_count']];
  const members = listedMembers(row)?.map(({ user_id: user, role, state, is_muted: muted }) =>
    JSON.stringify([text(user), role, state, muted]),
  );
  const digest = createHash('sha256').update(JSON.stringify([of.map(text), members?.sort()]));
  return { id, mark: digest.digest('base64url').slice(0, 22), newest };
}

/** The members of a channel, if its record has all of them with their roles: larger channels have some, supergroups none. */
export function listedMembers(row: Row): readonly Row[] | undefined {
  const { members, member_count: all } = row;
  if (!Array.isArray(members) || members.length !== naturalNumber(all)) return undefined;
  const isWhole = (member: unknown): member is Row =>
    isRecord(member) && text(member['user_id']) !== undefined && typeof member['role'] === 'string';
  return members.every(isWhole) ? members : undefined;
}
