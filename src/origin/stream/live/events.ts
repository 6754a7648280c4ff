import { writtenJson } from '../../../input/json/parse-json.ts';
import type { EventReading, HookRequest, LiveChange } from '../../live/live-origin.ts';
import type { OriginAccount } from '../../origin.ts';
import { asObject, type Json, micros, objects, text } from '../asked.ts';
import {
  channelChange,
  channelFrom,
  channelMemberChange,
  erasedMessage,
  type KnownChannel,
  messageChange,
  messageReactionChange,
  newMembers,
  personChange,
} from './records.ts';

/** An event, as far as each kind has it. */
type Event = {
  readonly type: string;
  readonly body: Json;
  /** When it was made, microseconds since 1970. */
  readonly at: number;
  readonly channel: KnownChannel;
};

type Reader = (event: Event) => readonly (LiveChange | undefined)[];

const messageOf: Reader = ({ type, body, at, channel }) => {
  const message = asObject(body['message']) ?? {};
  if (type !== 'message.deleted')
    return [
      messageChange(message, channel, {
        isNew: type === 'message.new',
        // What comes back need not say that it has changed.
        ...(type === 'message.undeleted' ? { at } : {}),
      }),
    ];
  if (body['hard_delete'] === true) return [erasedMessage(message, channel, at)];
  return [messageChange({ ...message, type: 'deleted' }, channel, { at })];
};

const reactionOf: Reader = ({ type, body, at, channel }) => {
  const kind = type === 'reaction.deleted' ? 'gone' : 'upsert';
  const said = { kind, at, isNew: type === 'reaction.new' } as const;
  return [messageReactionChange(asObject(body['reaction']) ?? {}, asObject(body['message']), channel, said)];
};

const memberOf: Reader = ({ type, body, at, channel }) => {
  const isGone = type === 'member.removed';
  // A removal may name the user alone.
  const member = asObject(body['member']) ?? (isGone ? { user: body['user'] } : {});
  const said = { kind: isGone ? 'gone' : 'upsert', at, isNew: type === 'member.added' } as const;
  return [channelMemberChange(member, channel, said)];
};

const channelOf: Reader = ({ type, body, at, channel }) => {
  const record = asObject(body['channel']);
  if (!record) return [undefined];
  const isNew = type === 'channel.created';
  const kind = type === 'channel.deleted' ? 'gone' : 'upsert';
  const message = asObject(body['message']);
  return [
    channelChange(record, channel, { kind, at, isNew }),
    ...(isNew ? newMembers(body['members'] ?? record['members'], channel, { at, isNew }) : []),
    // Servers may write a message with a change.
    ...(message && kind === 'upsert' ? [messageChange(message, channel)] : []),
  ];
};

/** A ban of a channel is one of a member, of whom nothing more is told. */
const userOf: Reader = ({ type, body, at, channel }) => {
  const user = asObject(body['user']) ?? {};
  const isBan = type === 'user.banned' || type === 'user.unbanned';
  if (isBan && channel.cid !== '') {
    const member = { user, banned: type === 'user.banned' };
    return [channelMemberChange(member, channel, { kind: 'upsert', at, isWhole: false })];
  }
  const isErased = type === 'user.deleted' && body['hard_delete'] === true;
  const isSoft = type === 'user.deleted' && text(user['deleted_at']) === undefined;
  const row = isSoft ? { ...user, deleted_at: body['created_at'] } : user;
  return [personChange(row, { kind: isErased ? 'gone' : 'upsert', at, isNew: type === 'user.created' })];
};

const READERS: Readonly<Record<string, Reader>> = {
  'message.new': messageOf,
  'message.updated': messageOf,
  'message.deleted': messageOf,
  'message.undeleted': messageOf,
  'reaction.new': reactionOf,
  'reaction.updated': reactionOf,
  'reaction.deleted': reactionOf,
  'member.added': memberOf,
  'member.updated': memberOf,
  'member.removed': memberOf,
  'channel.created': channelOf,
  'channel.updated': channelOf,
  'channel.deleted': channelOf,
  'channel.truncated': channelOf,
  'channel.frozen': channelOf,
  'channel.unfrozen': channelOf,
  'user.created': userOf,
  'user.updated': userOf,
  'user.deactivated': userOf,
  'user.reactivated': userOf,
  'user.deleted': userOf,
  'user.banned': userOf,
  'user.unbanned': userOf,
};

/** The kinds of events that say that something has changed, as webhooks are set for them. */
export const STREAM_EVENTS = Object.keys(READERS);

/** Kinds that move nothing. */
const SILENT =
  /^(?:typing|notification|health|connection|poll|poll_vote|draft|reminder|thread|ai_indicator|call|moderation|review_queue_item|export|import|async)\.|^(?:message\.(?:read|delivered|flagged|unflagged|pending)|channel\.(?:hidden|visible|muted|unmuted)|user\.(?:presence\.changed|watching\.start|watching\.stop|muted|unmuted|flagged|unflagged|unread_message_reminder|group\.\w+)|channel_batch\.\w+|flagged)$/;

/** Reads the body of an event. */
export function readStreamEvent(
  { headers, body: bytes }: Pick<HookRequest, 'headers' | 'body'>,
  { names }: Pick<OriginAccount, 'names'>,
): EventReading {
  const key = headers['x-api-key'];
  if (key !== undefined && key !== names['key'])
    return { fault: 'app', message: `it is of the app with the key ${key.slice(0, 40)}` };
  const body = bodyIn(bytes);
  const type = text(body?.['type']);
  if (!body || type === undefined) return { fault: 'malformed', message: 'it is no JSON object with a type' };
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  if (!reader)
    return SILENT.test(type)
      ? { changes: [] }
      : { fault: 'unknown', message: `events of the type ${JSON.stringify(type.slice(0, 60))} are not read` };
  const cid = cidOf(body);
  const of = type.split('.', 1)[0] ?? '';
  if (cid === undefined && of !== 'user') return { fault: 'malformed', message: `${type} names no channel` };
  const channel = channelFrom(asObject(body['channel']), membersIn(body), cid ?? '');
  const at = micros(body['created_at']);
  const changes = reader({ type, body, at, channel });
  const found = changes.filter((each) => each !== undefined);
  if (found.length < changes.length)
    return { fault: 'malformed', message: `${type} has no ${of} with an id` };
  return { changes: found };
}

/** Members of the channel, which some events have in the channel. */
function membersIn(body: Json): readonly Json[] {
  const beside = objects(body['members']);
  return beside.length > 0 ? beside : objects(asObject(body['channel'])?.['members']);
}

function cidOf(body: Json): string | undefined {
  const [channel, message] = [asObject(body['channel']), asObject(body['message'])];
  const cid = text(body['cid']) ?? text(channel?.['cid']) ?? text(message?.['cid']);
  if (cid !== undefined) return cid;
  const type = text(body['channel_type']) ?? text(channel?.['type']);
  const id = text(body['channel_id']) ?? text(channel?.['id']);
  return type === undefined || id === undefined ? undefined : `${type}:${id}`;
}

function bodyIn(bytes: Buffer): Json | undefined {
  try {
    return asObject(writtenJson(bytes.toString()));
  } catch {
    return undefined;
  }
}
