import { describe, expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import { type LiveApp, liveApp, never } from './live-app.ts';

const DAY_S = 86_400;

async function changed(
  app: LiveApp,
  from: number,
  until = Date.now() + 60_000,
): Promise<readonly LiveChange[]> {
  return await Array.fromAsync(app.lookups.changedIn(from, until, never));
}

const shown = ({ entity, kind, key }: LiveChange): string => `${entity} ${kind} ${key}`;

describe('questions to an app', () => {
  test('a message by its id, by its key and its time, and near its time', async () => {
    await using app = await liveApp();
    const at = Math.floor(Date.now() / 1_000) - DAY_S;
    const rows = Array.from({ length: 30 }, (_, index) => ({
      muid: `m-${index}`,
      sender: 'ann',
      receiver: 'bob',
      receiverType: 'user' as const,
      sentAt: at + (index >> 3),
      type: 'text',
      data: { text: `Message ${index}` },
    }));
    await app.service.dataImport.messages(rows);
    const [first] = await Array.fromAsync(app.service.messages.list({ affix: 'append', limit: 1 }));
    const byId = await app.lookups.message({ key: 'whatever', id: first?.id }, never);
    expect(byId).toMatchObject({
      key: 'm-0',
      conversation: 'ann_user_bob',
      time: at * 1_000,
      kind: 'upsert',
    });
    expect(await app.lookups.message({ key: `${app.appId}-${first?.id}` }, never)).toEqual(byId);
    for (const time of [at + 2, at + 40, at - 600].map((seconds) => seconds * 1_000))
      expect((await app.lookups.message({ key: 'm-17', time }, never))?.key).toBe('m-17');
    expect(await app.lookups.message({ key: 'm-17', time: (at + 5_000) * 1_000 }, never)).toMatchObject({
      key: 'm-17',
    });
    expect(await app.lookups.message({ key: 'none', time: at * 1_000 }, never)).toBeUndefined();
    await expect(app.lookups.message({ key: 'none' }, never)).rejects.toMatchObject({ fault: 'refused' });
  });

  test('users and conversations, those that are gone too', async () => {
    await using app = await liveApp();
    await app.service.groups.create({
      guid: 'team',
      name: 'Team',
      type: 'public',
      owner: 'ann',
      tags: ['t'],
    });
    await app.service.members.add('team', { moderators: ['bob'] });
    expect(await app.lookups.user('ann', never)).toMatchObject({
      list: 'users',
      row: { uid: 'ann', tags: ['a'] },
    });
    expect(await app.lookups.user('nobody', never)).toBeUndefined();
    const records = (await app.lookups.conversation('team', never)) ?? [];
    expect(records.map(({ list, of, row }) => [list, of, row['guid'] ?? row['uid']])).toEqual([
      ['conversations', undefined, 'team'],
      ['members', 'team', 'ann'],
      ['users', undefined, 'ann'],
      ['members', 'team', 'bob'],
      ['users', undefined, 'bob'],
    ]);
    expect(await app.lookups.conversation('nowhere', never)).toBeUndefined();
    expect(await app.lookups.conversation('ann_user_bob', never)).toEqual([]);
    expect(app.lookups.freeze).toBeUndefined();
  });
});

describe('everything that may have changed in a time', () => {
  test('is told once it has: people, groups, members, messages, deletions, reactions', async () => {
    let now = Date.now() - 2 * DAY_S * 1_000;
    await using app = await liveApp({ clock: () => now });
    const { service } = app;
    await service.groups.create({ guid: 'team', name: 'Team', type: 'public', owner: 'ann' });
    await service.groups.create({ guid: 'quiet', name: 'Quiet', type: 'public', owner: 'ann' });
    await service.members.add('team', { participants: ['bob', 'cid'] });
    const text = (guid: string, value: string) =>
      ({ receiver: guid, receiverType: 'group', type: 'text', data: { text: value } }) as const;
    const old = await service.messages.send({ ...text('team', 'old'), muid: 'old' }, { onBehalfOf: 'ann' });
    const kept = await service.messages.send(
      { ...text('quiet', 'kept'), muid: 'kept' },
      { onBehalfOf: 'ann' },
    );
    const gone = await service.messages.send(
      { ...text('team', 'gone'), muid: 'gone' },
      { onBehalfOf: 'ann' },
    );
    now += DAY_S * 1_000;
    const from = now;
    await service.users.update('bob', { name: 'Robert' });
    await service.users.create({ uid: 'dan', name: 'Dan' });
    await service.groups.update('team', { name: 'The team' });
    await service.members.kick('team', 'cid');
    await service.members.add('quiet', { participants: ['dan'] });
    await service.messages.update(old.id, { data: { text: 'edited' } }, { onBehalfOf: 'ann' });
    await service.messages.delete(gone.id, {}, { onBehalfOf: 'ann' });
    const fresh = await service.messages.send(text('quiet', 'fresh'), { onBehalfOf: 'ann' });
    await service.reactions.add(fresh.id, '👍', { onBehalfOf: 'dan' });
    const changes = await changed(app, from);
    expect(changes.every(({ isWhole }) => isWhole)).toBe(true);
    const all = changes.map(shown);
    const freshKey = `${app.appId}-${fresh.id}`;
    expect(new Set(all)).toEqual(
      new Set([
        'users upsert bob',
        'users upsert dan',
        'groups upsert team',
        `members upsert ${JSON.stringify(['team', 'ann'])}`,
        `members upsert ${JSON.stringify(['team', 'bob'])}`,
        `members gone ${JSON.stringify(['team', 'cid'])}`,
        `members upsert ${JSON.stringify(['quiet', 'dan'])}`,
        'messages upsert old',
        'messages gone gone',
        `messages upsert ${freshKey}`,
        `reactions upsert ${JSON.stringify([freshKey, 'dan', '👍'])}`,
      ]),
    );
    const { messages, reactions } = await app.rowsOf(changes);
    expect(messages?.find(({ muid }) => muid === 'old')).toMatchObject({ data: { text: 'edited' } });
    expect(reactions).toEqual([expect.objectContaining({ muid: freshKey, uid: 'dan', reaction: '👍' })]);
    expect(all.join()).not.toContain(kept.muid);
    // Nothing has changed later.
    expect(await changed(app, now + 10_000 * 1_000, now + 20_000 * 1_000)).toEqual([]);
  });
});
