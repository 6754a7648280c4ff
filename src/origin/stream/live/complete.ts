import type { LiveChange, LiveLookups } from '../../live/live-origin.ts';
import type { AskApp } from '../asked.ts';
import { asObject, objects, segment } from '../asked.ts';
import { allMembers, channelAt, unlessGone } from './channels.ts';
import {
  channelChange,
  channelFrom,
  channelMemberChange,
  type KnownChannel,
  messageReactionChange,
} from './records.ts';

/** Completes what an event has told in part. */
export const completing =
  (asked: AskApp, message: LiveLookups['message']): NonNullable<LiveLookups['complete']> =>
  async (change, signal) => {
    const { entity, conversation = '', kind } = change;
    if (entity === 'messages')
      return (await message(change, signal)) ?? { ...change, kind: 'gone', isWhole: true };
    if (entity === 'reactions') return await completeReaction(asked, change, signal);
    const found = await channelAt(asked, conversation, signal);
    const members = found && (await allMembers(asked, found, signal));
    // What is left of a channel that is gone says nothing.
    if (!found || !members)
      return entity === 'groups' ? { ...change, kind: 'gone', isWhole: true } : undefined;
    const known: KnownChannel = { ...channelFrom(found.channel, members, conversation), isWhole: true };
    const { isNew, version } = change;
    if (entity === 'groups')
      return { ...channelChange(found.channel, known, { kind, isNew }), version, isWhole: true };
    const [, user] = JSON.parse(change.key) as readonly string[];
    const member = members.find(({ user_id: id }) => id === user);
    const own = member ?? change.rows[0]?.row ?? {};
    const isThere = member !== undefined && kind === 'upsert';
    return channelMemberChange(own, known, { kind: isThere ? 'upsert' : 'gone', isNew, at: version });
  };

async function completeReaction(
  asked: AskApp,
  change: LiveChange,
  signal: AbortSignal,
): Promise<LiveChange | undefined> {
  const { key, conversation = '', kind, isNew, version } = change;
  const [of = '', user = '', type = ''] = JSON.parse(key) as readonly string[];
  const path = `/messages/${segment(of)}`;
  const answer = await unlessGone(() => asked(path, { family: 'replies' }, signal));
  const message = asObject(answer?.['message']);
  if (!message) return undefined;
  const found = await channelAt(asked, conversation, signal);
  const known = channelFrom(found?.channel, found?.members ?? [], conversation);
  const [record] = change.rows.flatMap(({ row }) => objects(row['latest_reactions']));
  const reaction = { created_at: message['created_at'], ...record, message_id: of, user_id: user, type };
  return messageReactionChange(reaction, message, { ...known, isWhole: true }, { kind, isNew, at: version });
}
