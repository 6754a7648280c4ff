import { rowsInList, unlessGone } from '../../origin.ts';
import { type AskApp, askList, asObject, type Json, objects } from '../asked.ts';
import { type ChannelPlace, channelsAfter, membersList } from '../people.ts';
import { channelFrom, type KnownChannel } from './records.ts';

const [CHANNELS, MEMBERS] = [30, 100];

/** A channel as the list of channels has it. */
type ListedChannel = { readonly channel: Json; readonly members: readonly Json[] };

/** A channel with up to 100 of its members; undefined if there is none. A filter never makes one, as a query for one would. */
export async function channelAt(
  asked: AskApp,
  cid: string,
  signal: AbortSignal,
): Promise<ListedChannel | undefined> {
  const body = {
    filter_conditions: { cid: { $in: [cid] } },
    state: true,
    watch: false,
    presence: false,
    message_limit: 0,
    member_limit: MEMBERS,
    limit: 1,
  };
  const page = await askList(asked, 'channels', body, signal);
  const found = page.find(({ channel }) => asObject(channel)?.['cid'] === cid);
  return found && { channel: asObject(found['channel']) ?? {}, members: objects(found['members']) };
}

/** A channel, as far as a message needs it. */
export async function knownAt(asked: AskApp, cid: string, signal: AbortSignal): Promise<KnownChannel> {
  const found = await channelAt(asked, cid, signal);
  return channelFrom(found?.channel, found?.members ?? [], cid);
}

/** All members of a channel; undefined if it is there no more. */
export async function allMembers(
  asked: AskApp,
  row: Json,
  signal: AbortSignal,
): Promise<readonly Json[] | undefined> {
  const rows = await unlessGone(Array.fromAsync(rowsInList(membersList(asked, row), signal)));
  return rows?.map((each) => each.row);
}

/** Channels that have changed, or in which somebody has written, since a time; all of them without one. */
export async function* channelsIn(
  asked: AskApp,
  from: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<ListedChannel> {
  const since = { $gte: from };
  const filter = from === undefined ? {} : { $or: [{ updated_at: since }, { last_message_at: since }] };
  let place: ChannelPlace | undefined;
  do {
    const { rows, next } = await channelsAfter(asked, place, CHANNELS, signal, filter);
    for (const { channel, members } of rows)
      yield { channel: asObject(channel) ?? {}, members: objects(members) };
    place = next;
  } while (place);
}
