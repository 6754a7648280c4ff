import { expect, test } from 'vitest';
import { openManaged } from './receiver.ts';

const PATH = '/apps/first/collaborators';

test('collaborators are added with a role, listed, changed and removed; each has its own result', async () => {
  await using managed = await openManaged({ appId: 'first', apps: ['second'] });
  const { manage } = managed;
  const change = async (body: object) => (await manage('POST', PATH, body)).json.data;
  const list = async () =>
    (await manage('GET', PATH)).json.data.map(({ id, email, role }: Record<string, string>) => [
      id,
      email,
      role,
    ]);
  expect((await manage('GET', PATH)).json.data).toEqual([]);
  expect(await change({ admins: ['Ann@x.example'], developers: ['dev@x.example'] })).toEqual({
    collaboratorsToRemove: [],
    admins: { 'ann@x.example': { success: true } },
    developers: { 'dev@x.example': { success: true } },
    moderators: [],
  });
  expect((await manage('GET', PATH)).json.data[0]).toEqual({
    id: '1',
    name: 'ann',
    email: 'ann@x.example',
    role: 'admin',
    createdAt: expect.any(Number),
  });
  await change({ moderators: ['dev@x.example'] });
  expect(await list()).toEqual([
    ['1', 'ann@x.example', 'admin'],
    ['2', 'dev@x.example', 'moderator'],
  ]);
  const mixed = await change({
    collaboratorsToRemove: ['ann@x.example', 'nobody@x.example'],
    admins: ['owner@sandbox.localhost'],
  });
  expect(mixed.collaboratorsToRemove['ann@x.example']).toEqual({ success: true });
  expect(mixed.collaboratorsToRemove['nobody@x.example'].error.code).toBe('ERR_NOT_A_COLLABORATOR');
  expect(mixed.admins['owner@sandbox.localhost'].error.code).toBe('ERR_ALREADY_AN_OWNER');
  expect(await list()).toEqual([['2', 'dev@x.example', 'moderator']]);
  expect((await manage('GET', '/apps/second/collaborators')).json.data).toEqual([]);
  expect((await manage('GET', '/apps/nobody/collaborators')).json.error.code).toBe('ERR_APP_NOT_FOUND');
});

test('an app has at most 25 collaborators; what is no address is refused', async () => {
  await using managed = await openManaged({ appId: 'first' });
  const { manage } = managed;
  const many = (count: number) => Array.from({ length: count }, (_, at) => `u${at}@x.example`);
  expect((await manage('POST', PATH, { admins: many(26) })).status).toBe(400);
  await manage('POST', PATH, { admins: many(25) });
  const over = (await manage('POST', PATH, { moderators: ['more@x.example'] })).json.data.moderators;
  expect(over['more@x.example'].error.code).toBe('ERR_PLAN_QUOTA_RESTRICTION');
  expect((await manage('GET', PATH)).json.data).toHaveLength(25);
  for (const body of [
    {},
    { admins: [] },
    { admins: ['x'] },
    { moderators: [7] },
    { collaboratorsToRemove: 'x' },
  ])
    expect((await manage('POST', PATH, body)).status).toBe(400);
});
