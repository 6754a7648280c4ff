import { parsedJson } from '../../../input/json/parse-json.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import { accounts } from '../../accounts.ts';
import type { EventReading, HookRequest, LiveChange } from '../../live/live-origin.ts';
import type { OriginAccount } from '../../origin.ts';
import { appIdOf, keyPrefix } from '../key-prefix.ts';
import {
  appMemberChange,
  appReactionChange,
  type ChangeOf,
  groupChange,
  groupRecords,
  messageChanges,
} from './app-changes.ts';

type Data = Readonly<Record<string, unknown>>;
/** Undefined if the data of an event lacks what its trigger has. */
type Changes = readonly LiveChange[] | undefined;

/** The triggers that are read, each with what reads its data. */
const READERS: ReadonlyMap<string, (data: Data, of: ChangeOf) => Changes> = new Map([
  ['message_sent', (data, of) => sent(data, { ...of, isNew: true })],
  // What moderation has let through is seen from now on.
  ['moderation_engine_approved', (data, of) => sent(data, { ...of, isNew: true })],
  ['moderation_manual_approved', (data, of) => sent(data, { ...of, isNew: true })],
  ['message_edited', (data, of) => changed(data, of)],
  ['message_deleted', (data, of) => changed(data, { ...of, kind: 'gone' })],
  ['message_reaction_added', ({ reaction }, of) => only(appReactionChange(reaction, { ...of, isNew: true }))],
  [
    'message_reaction_removed',
    ({ reaction }, of) => only(appReactionChange(reaction, { ...of, kind: 'gone' })),
  ],
  ['group_created', (data, of) => created(data, { ...of, isNew: true })],
  ['group_updated', ({ group }, of) => only(groupChange(group, of))],
  ['group_owner_transferred', transferred],
  ['group_deleted', ({ group }, of) => only(groupChange(group, { ...of, kind: 'gone' }))],
  ['group_member_added', (data, of) => members(data, { ...of, isNew: true })],
  ['group_member_joined', (data, of) => members(data, { ...of, isNew: true }, { scope: 'participant' })],
  ['group_member_scope_changed', (data, of) => members(data, of)],
  ['group_member_kicked', left],
  // A ban stands in place of the membership, and its end takes it away.
  ['group_member_banned', (data, of) => members(data, of, { isBanned: true })],
  ['group_member_unbanned', left],
  ['group_member_left', left],
  ['group_member_removed', left],
]);

/** The triggers that a webhook is set for. */
export const serviceTriggers: readonly string[] = [...READERS.keys()];

/** Triggers of what is not moved: who is there, has read, calls or is told something. */
const IDLE =
  /^(?:user_(?:mentioned|blocked|unblocked|connection_status_changed)|message_(?:delivery_receipt|read_receipt|delivered_to_all|read_by_all)|(?:before_)?call(?:_[a-z_]+)?|meeting_[a-z_]+|(?:recording|transcription)_generated|moderation_engine_(?:blocked|failed)|after_(?:campaign|notification|feed_item|push_notification)_[a-z]+)$/;

/** Reads an event of the service. */
export function readServiceEvent(
  { body }: Pick<HookRequest, 'body'>,
  account: Pick<OriginAccount, 'names' | 'host'>,
): EventReading {
  const event = parsedJson(body.toString(), false);
  if (!isRecord(event)) return { fault: 'malformed', message: 'the event is no JSON object' };
  const { trigger, data, appId } = event;
  if (typeof trigger !== 'string') return { fault: 'malformed', message: 'the event has no trigger' };
  const address = accounts.service.address(account);
  const own = appIdOf(address, account.names['appId']);
  if (own !== undefined && appId !== own)
    return { fault: 'app', message: `${shown(trigger)} is of the app ${shown(appId)}, not of ${own}` };
  const read = READERS.get(trigger);
  if (!read)
    return IDLE.test(trigger)
      ? { changes: [] }
      : { fault: 'unknown', message: `the trigger ${shown(trigger)} is not read here` };
  const changes = isRecord(data)
    ? read(data, { prefix: keyPrefix(address, account.names['appId']), isRecord: false })
    : undefined;
  if (changes) return { changes };
  return { fault: 'malformed', message: `the data of ${trigger} lacks what such an event has` };
}

const SHOWN_CHARS = 100;

const shown = (value: unknown): string => String(JSON.stringify(value) ?? 'nothing').slice(0, SHOWN_CHARS);

const only = (change: LiveChange | undefined): Changes => change && [change];

const sent = ({ message }: Data, of: ChangeOf): Changes =>
  isRecord(message) ? messageChanges(message, of) : undefined;

/** Reads an action message about an edit or a deletion: the message that it is about is within it. */
function changed({ message }: Data, of: ChangeOf): Changes {
  if (!isRecord(message)) return undefined;
  if (message['category'] !== 'action') return messageChanges(message, of);
  const entities = isRecord(message['data']) ? message['data']['entities'] : undefined;
  const on = isRecord(entities) ? entities['on'] : undefined;
  const entity = isRecord(on) ? on['entity'] : undefined;
  if (!isRecord(entity)) return undefined;
  // Of a deleted message little is said; the action is in the same conversation.
  const { receiverType, receiver, conversationId } = message;
  const place = receiverType === 'group' ? { receiverType, receiver } : {};
  return messageChanges({ conversationId, ...place, ...entity }, of);
}

/** Reads a new group with those who are in it from the beginning. */
function created(data: Data, of: ChangeOf): Changes {
  const group = groupChange(data['group'], of);
  if (!group) return undefined;
  const inside = isRecord(data['members']) ? members(data, of) : [];
  return inside && [group, ...inside];
}

/** Reads a change of owner: the new one is an admin as well. */
function transferred({ group }: Data, of: ChangeOf): Changes {
  const change = groupChange(group, of);
  if (!change || !isRecord(group)) return undefined;
  const owner = appMemberChange({ uid: group['owner'] }, group, of);
  return owner ? [change, owner] : [change];
}

function left(data: Data, of: ChangeOf): Changes {
  return members(data, { ...of, kind: 'gone' });
}

/** @param known of members of whom the event does not say it */
function members({ group, members: given }: Data, of: ChangeOf, known: Data = {}): Changes {
  if (!isRecord(group) || !isRecord(given) || groupRecords(group).length === 0) return undefined;
  return Object.entries(given).flatMap(([uid, user]) => {
    const change = appMemberChange({ ...known, uid, ...(isRecord(user) ? user : {}) }, group, of);
    return change ? [change] : [];
  });
}
