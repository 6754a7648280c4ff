import { parsedJson } from '../../../input/json/parse-json.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import type { EventReading, HookRequest, LiveChange } from '../../live/live-origin.ts';
import type { OriginAccount } from '../../origin.ts';
import { naturalNumber, text } from '../records.ts';
import {
  channelOf,
  channelRows,
  messageRecord,
  personRows,
  type SendbirdEvent,
  sendbirdMessage,
  sendbirdReaction,
} from './event-records.ts';

/** Undefined if an event lacks what its kind has. */
type Changes = readonly LiveChange[] | undefined;
type Read = (event: SendbirdEvent, isOpen: boolean) => Changes;

/** Readers of events of channels of both kinds, by the end of the category. */
const OF_CHANNELS: readonly (readonly [string, Read])[] = [
  ['message_send', (event, isOpen) => message(event, isOpen, 'sent')],
  ['message_update', (event, isOpen) => message(event, isOpen, 'edited')],
  ['message_delete', (event, isOpen) => message(event, isOpen, 'deleted')],
  ['reaction_add', (event, isOpen) => reaction(event, isOpen, 'upsert')],
  ['reaction_delete', (event, isOpen) => reaction(event, isOpen, 'gone')],
  ['create', (event, isOpen) => channel(event, isOpen, 'upsert', true)],
  ['changed', (event, isOpen) => channel(event, isOpen, 'upsert')],
  ['freeze_unfreeze', (event, isOpen) => channel(event, isOpen, 'upsert')],
  ['remove', (event, isOpen) => channel(event, isOpen, 'gone')],
];

function ofKind(kind: string): readonly (readonly [string, Read])[] {
  return OF_CHANNELS.map(([word, read]) => [`${kind}:${word}`, read] as const);
}

/** The categories that are read, each with what reads it. */
const READERS: ReadonlyMap<string, Read> = new Map([
  ...ofKind('group_channel'),
  ...ofKind('open_channel'),
  ['group_channel:join', (event) => members(event, 'users', 'upsert')],
  ['group_channel:leave', (event) => members(event, 'users', 'gone')],
  ['group_channel:invite', (event) => members(event, 'invitees', 'upsert')],
  ['group_channel:decline_invite', (event) => members(event, 'users', 'gone')],
  ['operators:register_by_operator', (event) => members(event, 'operators', 'upsert')],
  ['operators:unregister_by_operator', (event) => members(event, 'operators', 'upsert')],
]);

/** The categories that a webhook is set for; open channels have no reactions. */
export const sendbirdEvents: readonly string[] = [...READERS.keys()].filter(
  (name) => !/^open_channel:(?:reaction|changed|freeze)/.test(name),
);

/** Categories of what is not moved: who has read, typed, entered, was blocked, reported or told something. */
const IDLE =
  /^(?:user|alert|announcement|moderation|profanity_filter|image_moderation|domain_filter|message|channel|report|campaign|bot|poll|call|direct_call|room_call):|^group_channel:(?:message_read|message_delivered|typing_.*|reset_history|scheduled_.*|hide|unhide|accept_invite|thread_.*)$|^open_channel:(?:enter|exit|ban.*|mute.*|unban.*|unmute.*)$/;

const SHOWN_CHARS = 100;

/** Reads an event of Sendbird. */
export function readSendbirdEvent(
  { body }: Pick<HookRequest, 'body'>,
  { names }: Pick<OriginAccount, 'names'>,
): EventReading {
  const event = parsedJson(body.toString(), false);
  if (!isRecord(event)) return { fault: 'malformed', message: 'the event is no JSON object' };
  const { category, app_id: app } = event;
  if (typeof category !== 'string') return { fault: 'malformed', message: 'the event has no category' };
  const shown = category.slice(0, SHOWN_CHARS);
  const { appId } = names;
  if (appId !== undefined && text(app)?.toLowerCase() !== appId.toLowerCase())
    return {
      fault: 'app',
      message: `${shown} is of the application ${String(text(app)).slice(0, SHOWN_CHARS)}, not of ${appId}`,
    };
  const read = READERS.get(category);
  if (!read)
    return IDLE.test(category)
      ? { changes: [] }
      : { fault: 'unknown', message: `the category ${shown} is not read here` };
  const changes = read(event, category.startsWith('open_channel:'));
  return changes ? { changes } : { fault: 'malformed', message: `${shown} lacks what such an event has` };
}

function message(event: SendbirdEvent, isOpen: boolean, what: 'sent' | 'edited' | 'deleted'): Changes {
  const of = channelOf(event);
  const row = messageRecord(event);
  if (of === undefined || !row) return undefined;
  const isTimed = naturalNumber(row['created_at']) !== undefined;
  const isOurs = row['type'] === 'ADMM' || isRecord(row['user']);
  // Without a time an edit looks like what was there before; of a poll the options are lacking.
  const isWhole = isTimed && isOurs && !isPoll(event) && (what !== 'edited' || Number(row['updated_at']) > 0);
  const change = sendbirdMessage(what === 'deleted' ? { ...row, is_removed: true } : row, {
    kind: what === 'deleted' ? 'gone' : 'upsert',
    isNew: what === 'sent',
    channel: of,
    context: channelRows(event, isOpen),
    isWhole: what === 'deleted' || isWhole,
  });
  return change && [change];
}

const isPoll = ({ payload }: SendbirdEvent): boolean => isRecord(payload) && isRecord(payload['poll']);

/** The message of a reaction is not in the event, or not whole: it is asked for. */
function reaction(event: SendbirdEvent, isOpen: boolean, kind: LiveChange['kind']): Changes {
  const { user, sender, reaction: given, message: of, payload } = event;
  const channelUrl = channelOf(event);
  const who = isRecord(user) ? user : sender;
  const person = isRecord(who) ? text(who['user_id']) : text(event['user_id']);
  const word = text(isRecord(given) ? given['key'] : given);
  const about = [of, payload, event].find((each) => isRecord(each) && text(each['message_id']) !== undefined);
  if (channelUrl === undefined || person === undefined || word === undefined || !isRecord(about))
    return undefined;
  const change = sendbirdReaction(
    { message_id: about['message_id'] },
    { user: person, reaction: word },
    {
      kind,
      isNew: kind === 'upsert',
      version: (naturalNumber(event['ts']) ?? naturalNumber(event['updated_at']) ?? 0) * 1_000,
      channel: channelUrl,
      context: [...channelRows(event, isOpen), ...personRows(who)],
      isWhole: false,
    },
  );
  return change && [change];
}

function channel(event: SendbirdEvent, isOpen: boolean, kind: LiveChange['kind'], isNew = false): Changes {
  const of = channelOf(event);
  if (of === undefined) return undefined;
  const time = ['updated_at', 'created_at', 'removed_at'].map((name) => naturalNumber(event[name]) ?? 0);
  return [
    {
      entity: 'groups',
      key: of,
      conversation: of,
      kind,
      isNew,
      version: Math.max(...time) * 1_000,
      rows: channelRows(event, isOpen),
      // An event says little of a channel.
      isWhole: kind === 'gone',
    },
  ];
}

function members(event: SendbirdEvent, name: string, kind: LiveChange['kind']): Changes {
  const of = channelOf(event);
  const people = Array.isArray(event[name]) ? event[name] : event['users'];
  if (of === undefined || !Array.isArray(people)) return undefined;
  return people.filter(isRecord).flatMap((person): LiveChange[] => {
    const user = text(person['user_id']);
    if (user === undefined) return [];
    const at = naturalNumber(event['joined_at']) ?? naturalNumber(event['invited_at']) ?? 0;
    return [
      {
        entity: 'members',
        key: JSON.stringify([of, user]),
        conversation: of,
        kind,
        isNew: kind === 'upsert' && name !== 'operators',
        version: kind === 'gone' ? 0 : at * 1_000,
        rows: [{ list: 'members', of, row: person }, ...channelRows(event, false), ...personRows(person)],
        // Who is an operator, and who has not accepted yet, is not in the event.
        isWhole: kind === 'gone',
      },
    ];
  });
}
