import type { LiveLookups } from '../../live/live-origin.ts';
import { OriginError } from '../../origin.ts';
import { type AskApp, asObject, listNamed, segment, text } from '../asked.ts';
import { changedIn } from './changed-in.ts';
import { allMembers, channelAt, channelsIn, knownAt, unlessGone } from './channels.ts';
import { completing } from './complete.ts';
import { channelFrom, FROZEN_BY_US, messageChange } from './records.ts';

/** Asks an app for single records, and for what may have changed. */
export function streamLookups(asked: AskApp): LiveLookups {
  const message: LiveLookups['message'] = async ({ key, conversation }, signal) => {
    const path = `/messages/${segment(key)}`;
    const answer = await unlessGone(() => asked(path, { family: 'replies' }, signal));
    if (!answer) return undefined;
    const found = asObject(answer['message']);
    if (text(found?.['id']) !== key) throw new OriginError('form', 'the answer is another message');
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
      const payload = { filter_conditions: { id: { $in: [id] } }, limit: 1, include_deactivated_users: true };
      const answer = await asked('/users', { family: 'users', query: { payload } }, signal);
      const row = listNamed(answer, 'users').find((user) => text(user['id']) === id);
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
        await unlessGone(() => asked(path, { family: 'changes', method: 'PATCH', body }, signal));
      }
    },
  };
}
