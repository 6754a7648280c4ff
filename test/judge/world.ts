import type { Step } from './entry.ts';

const user = (uid: string): Step => ({ call: 'POST /users', body: { uid, name: `Name of ${uid}` } });

/**
 * What every entry may count on: four users and a group `team` of ann (its owner), bob (moderator) and cid
 * (participant); a group `lobby` of bob; `{message}` from ann to bob with `{reply}` in its thread, and
 * `{groupMessage}` from ann to the team.
 */
export const WORLD: readonly Step[] = [
  ...['ann', 'bob', 'cid', 'dan'].map(user),
  {
    call: 'POST /groups',
    body: {
      guid: 'team',
      name: 'Team',
      type: 'public',
      owner: 'ann',
      members: { moderators: ['bob'], participants: ['cid'] },
    },
  },
  { call: 'POST /groups', body: { guid: 'lobby', name: 'Lobby', type: 'public', owner: 'bob' } },
  {
    call: 'POST /messages',
    as: 'ann',
    body: { receiver: 'bob', receiverType: 'user', type: 'text', data: { text: 'Good morning' } },
    keep: { message: 'data.id' },
  },
  {
    call: 'POST /messages/{id}/thread',
    as: 'bob',
    path: { id: '{message}' },
    body: { receiver: 'ann', receiverType: 'user', type: 'text', data: { text: 'Good morning, Ann' } },
    keep: { reply: 'data.id' },
  },
  {
    call: 'POST /messages',
    as: 'ann',
    body: { receiver: 'team', receiverType: 'group', type: 'text', data: { text: 'Good morning all' } },
    keep: { groupMessage: 'data.id' },
  },
];
