import { describe, expect, test } from 'vitest';
import type { LiveChange } from '../../../../src/origin/live/live-origin.ts';
import { liveSendbird, never, T } from './live-sendbird.ts';

const shown = ({ entity, kind, key }: LiveChange): string => `${entity} ${kind} ${key}`;

describe('questions to an application', () => {
  test('people, channels of both kinds, messages, and what is gone', async () => {
    await using live = await liveSendbird();
    const { lookups } = live;
    Object.assign(live.app.users.get('ann') ?? {}, { access_token: 'token-of-ann' });
    const ann = await lookups.user('ann', never);
    expect(ann).toMatchObject({ list: 'users', row: { user_id: 'ann' } });
    expect(JSON.stringify(ann)).not.toContain('token-of-ann');
    expect(await lookups.user('nobody', never)).toBeUndefined();
    expect((await lookups.conversation('team', never))?.map(({ list }) => list)).toEqual([
      'conversations',
      'members',
      'members',
    ]);
    expect((await lookups.conversation('hall', never))?.map(({ list }) => list)).toEqual(['conversations']);
    expect(await lookups.conversation('nowhere', never)).toBeUndefined();
    expect(await lookups.message({ key: '3', conversation: 'hall' }, never)).toMatchObject({
      key: '3',
      conversation: 'hall',
      sender: 'cid',
      kind: 'upsert',
      isWhole: true,
    });
    expect(await lookups.message({ key: '77', conversation: 'team' }, never)).toBeUndefined();
    expect(await lookups.message({ key: '1', conversation: 'nowhere' }, never)).toBeUndefined();
    await expect(lookups.message({ key: '1' }, never)).rejects.toMatchObject({ fault: 'refused' });
  });

  test('everything that may have changed in a time', async () => {
    await using live = await liveSendbird();
    live.app.write('team', 'bob', 20, T + 1_000);
    live.app.react(20, 'heart', ['ann']);
    live.app.write('hall', 'cid', 21, T + 1_500);
    live.app.write('team', 'bob', 22, T + 9_000);
    const changes = await Array.fromAsync(live.lookups.changedIn(T + 500, T + 5_000, never));
    const all = changes.map(shown);
    expect(all).toEqual(
      expect.arrayContaining([
        'users upsert ann',
        'groups upsert team',
        'groups upsert duo',
        'groups upsert hall',
        `members upsert ${JSON.stringify(['team', 'bob'])}`,
        'messages upsert 20',
        'messages upsert 21',
        `reactions upsert ${JSON.stringify(['20', 'ann', 'heart'])}`,
      ]),
    );
    expect(all.filter((each) => each.startsWith('messages'))).toHaveLength(2);
    expect(changes.every(({ isWhole }) => isWhole)).toBe(true);
    expect(live.fake.requests.filter((path) => path.includes('duo/messages'))).toEqual([]);
  });

  test('channels are frozen, and those alone are thawed again', async () => {
    await using live = await liveSendbird();
    const channels = () =>
      Object.fromEntries([...live.app.channels].map(([id, channel]) => [id, channel['freeze']]));
    Object.assign(live.app.channels.get('duo') ?? {}, { freeze: true, metadata: { own: 'x' } });
    await live.lookups.freeze?.(true, never);
    await live.lookups.freeze?.(true, never);
    expect(channels()).toEqual({ team: true, duo: true, hall: true });
    await live.lookups.freeze?.(false, never);
    expect(channels()).toEqual({ team: false, duo: true, hall: false });
    expect(live.app.channels.get('team')?.['metadata']).toEqual({});
    expect(live.app.channels.get('duo')?.['metadata']).toEqual({ own: 'x' });
  });
});
