import type { LiveChange, LiveLookups } from '../../live/live-origin.ts';
import { unlessGone } from '../../origin.ts';
import { type AskApp, messageAt, objects, segment, text, userAt } from '../asked.ts';
import { changedIn } from './changed-in.ts';
import { allMembers, channelAt, channelsIn, knownAt } from './channels.ts';
import {
  channelChange,
  channelFrom,
  channelMemberChange,
  FROZEN_BY_US,
  type KnownChannel,
  messageChange,
  messageReactionChange,
} from './records.ts';

/** Asks an app for single records, and for what may have changed. */
export function streamLookups(asked: AskApp): LiveLookups {
  const message: LiveLookups['message'] = async ({ key, conversation }, signal) => {
    const found = await messageAt(asked, key, signal);
    const cid = text(found?.['cid']) ?? conversation;
    if (!found || cid === undefined) return undefined;
    const change = messageChange(found, await knownAt(asked, cid, signal));
    return change && { ...change, isWhole: true };
  };
  return {
    message,
    complete: completing(asked, message),

    async conversation(id, signal) {
      const found = await channelAt(asked, id, signal);
      const members = found && (await allMembers(asked, found, signal));
      return found && members && channelFrom(found.channel, members, id).rows;
    },

    async user(id, signal) {
      const row = await userAt(asked, id, signal);
      return row && { list: 'users', row };
    },

    changedIn: (from, until, signal) => changedIn({ asked, from, until }, signal),

    async freeze(isFrozen, signal) {
      for await (const { channel } of channelsIn(asked, undefined, signal)) {
        const isOurs = channel[FROZEN_BY_US] === true;
        if (isFrozen ? channel['frozen'] === true : !isOurs) continue;
        const path = `/channels/${segment(text(channel['type']) ?? '')}/${segment(text(channel['id']) ?? '')}`;
        const body = isFrozen
          ? { set: { frozen: true, [FROZEN_BY_US]: true } }
          : { set: { frozen: false }, unset: [FROZEN_BY_US] };
        await unlessGone(asked(path, { family: 'changes', method: 'PATCH', body }, signal));
      }
    },
  };
}

/** Completes what an event has told in part. */
const completing =
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
  const message = await messageAt(asked, of, signal);
  if (!message) return undefined;
  const known = await knownAt(asked, conversation, signal);
  const [record] = change.rows.flatMap(({ row }) => objects(row['latest_reactions']));
  const reaction = { created_at: message['created_at'], ...record, message_id: of, user_id: user, type };
  return messageReactionChange(reaction, message, { ...known, isWhole: true }, { kind, isNew, at: version });
}
