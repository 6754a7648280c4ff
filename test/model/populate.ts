import { createGroup } from './calls/group-calls.ts';
import { send } from './calls/message-calls.ts';
import { createUser } from './calls/user-calls.ts';
import type { Key, Role } from './service-model.ts';
import type { World } from './world.ts';

/** Tells the models what new apps hold: a role and the keys that were made with them. */
export async function learnBeginnings(world: World): Promise<void> {
  for (const app of ['first', 'second'] as const) {
    const model = world.models[app];
    const roles = await world.ask(app, { method: 'GET', path: '/roles' });
    for (const role of roles.json.data as Role[])
      model.roles.set(role.role, { ...role, features: new Map() });
    const keys = await world.ask(app, { method: 'GET', path: '/apikeys' });
    for (const { apiKey, ...key } of keys.json.data as (Key & { apiKey: string })[])
      model.keys.set(apiKey, key);
  }
}

const toUser = { receiverType: 'user' } as const;
const toGroup = { receiverType: 'group' } as const;
const said = { type: 'text', data: { text: 'hello' } };

const STEPS = [
  createUser.of({ uid: 'ann', name: 'Ann' }, 'second'),
  createUser.of({ uid: 'bob', name: 'Bob' }, 'second'),
  createGroup.of({ as: 'ann', body: { guid: 'team', name: 'Team', type: 'public' } }, 'second'),
  ...['ann', 'bob', 'cid', 'dan'].map((uid) => createUser.of({ uid, name: 'Bob' })),
  createGroup.of({
    as: 'ann',
    body: {
      guid: 'team',
      name: 'Team',
      type: 'public',
      members: { moderators: ['bob'], participants: ['cid'] },
    },
  }),
  createGroup.of({
    as: undefined,
    body: {
      guid: 'club',
      name: 'x%_',
      type: 'password',
      password: 'secret',
      owner: 'cid',
      members: { participants: ['dan', 'ann'] },
    },
  }),
  createGroup.of({
    as: 'bob',
    body: { guid: 'vip', name: 'Ann', type: 'private', members: { admins: ['ann'] } },
  }),
  send.of({ to: { ...toUser, receiver: 'bob' }, kind: said, more: {}, as: 'ann' }),
  send.of({ to: { ...toUser, receiver: 'ann' }, kind: said, more: {}, as: 'bob' }),
  send.of({ to: { ...toUser, receiver: 'dan' }, kind: said, more: {}, as: 'cid' }),
  send.of({ to: { ...toGroup, receiver: 'team' }, kind: said, more: {}, as: 'cid' }),
  send.of({ to: { ...toGroup, receiver: 'vip' }, kind: said, more: {}, as: 'ann' }),
];

/** Makes users, groups and messages, so that most calls find something. */
export async function populate(world: World): Promise<void> {
  for (const step of STEPS) await step.run(world, world);
}
