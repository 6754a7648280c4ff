import type { LiveChange } from '../../live/live-origin.ts';
import { OriginError, rowsInList } from '../../origin.ts';
import { type AskApp, asObject, type Json, listNamed, numberIn, objects, text } from '../asked.ts';
import { messageIn, messagesList } from '../messages.ts';
import { usersList } from '../people.ts';
import { allMembers, channelsIn, knownAt } from './channels.ts';
import {
  channelChange,
  channelFrom,
  channelMemberChange,
  type KnownChannel,
  messageChange,
  messageReactionChange,
  personChange,
} from './records.ts';

const FOUND = 100;
/** Channels of found messages that are remembered. */
const CHANNELS_MAX = 200;

/** A time of an app, milliseconds since 1970. */
type Span = { readonly asked: AskApp; readonly from: number; readonly until: number };

const written = (ms: number): string => new Date(ms).toISOString();

/** Lists what may have changed in a time: users, channels with their members and what was written in them, and edits. */
export async function* changedIn(span: Span, signal: AbortSignal): AsyncGenerator<LiveChange> {
  yield* users(span, signal);
  for await (const row of channelsIn(span.asked, written(span.from), signal)) {
    const { channel } = row;
    const cid = text(channel['cid']);
    const isCut = numberIn(channel['member_count']) > row.members.length;
    const members = isCut ? await allMembers(span.asked, row, signal) : row.members;
    if (cid === undefined || !members) continue;
    const known = channelFrom(channel, members, cid);
    yield channelChange(channel, known, { kind: 'upsert' });
    for (const member of members) {
      const change = channelMemberChange(member, known, { kind: 'upsert' });
      if (change) yield change;
    }
    yield* newMessages(span, channel, known, signal);
  }
  yield* editedMessages(span, signal);
}

async function* users({ asked, from, until }: Span, signal: AbortSignal): AsyncGenerator<LiveChange> {
  const list = usersList(asked, { updated_at: { $gte: written(from), $lte: written(until) } });
  for await (const { row } of rowsInList(list, signal)) {
    const change = personChange(row, { kind: 'upsert' });
    if (change) yield change;
  }
}

/** Messages that were written in a channel since a time, with the threads that began in it. */
async function* newMessages(
  { asked, from, until }: Span,
  channel: Json,
  known: KnownChannel,
  signal: AbortSignal,
): AsyncGenerator<LiveChange> {
  const list = messagesList({ asked, channel, until }, from);
  for await (const { row } of rowsInList(list, signal)) {
    const { message } = messageIn(row);
    const all = message === row ? [] : objects(row['reactions']);
    yield* changesOf(message, known, all);
  }
}

/** Messages of any time that have changed: edits, and replies to what is older. Those that were deleted are not found. */
async function* editedMessages(
  { asked, from, until }: Span,
  signal: AbortSignal,
): AsyncGenerator<LiveChange> {
  const channels = new Map<string, KnownChannel>();
  const places = new Set<string>();
  for (let next: string | undefined; ; ) {
    const payload = {
      // All channels: the search wants to be told which.
      filter_conditions: { last_message_at: { $gte: written(0) } },
      message_filter_conditions: { updated_at: { $gte: written(from), $lte: written(until) } },
      sort: [{ field: 'updated_at', direction: 1 }],
      limit: FOUND,
      ...(next === undefined ? {} : { next }),
    };
    const answer = await asked('/search', { family: 'search', query: { payload } }, signal);
    for (const result of listNamed(answer, 'results')) {
      const message = asObject(result['message']);
      const cid = text(message?.['cid']) ?? text(asObject(message?.['channel'])?.['cid']);
      if (!message || cid === undefined) continue;
      const known = channels.get(cid) ?? (await knownAt(asked, cid, signal));
      if (channels.size >= CHANNELS_MAX) channels.clear();
      channels.set(cid, known);
      yield* changesOf(message, known, []);
    }
    next = text(answer['next']);
    if (next === undefined) return;
    if (places.has(next)) throw new OriginError('form', '/search leads on to a place that it was at');
    places.add(next);
  }
}

/**
 * A message and the reactions to it.
 * @param all the reactions, if its record does not name all of them
 */
function* changesOf(message: Json, known: KnownChannel, all: readonly Json[]): Generator<LiveChange> {
  const change = messageChange(message, known);
  if (change) yield change;
  if (change?.kind !== 'upsert') return;
  const reactions = all.length > 0 ? all : objects(message['latest_reactions']);
  for (const reaction of reactions) {
    const given = messageReactionChange(reaction, message, known, { kind: 'upsert' });
    if (given) yield given;
  }
}
