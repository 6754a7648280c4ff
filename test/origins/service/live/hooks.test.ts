import { describe, expect, test } from 'vitest';
import { serviceLive } from '../../../../src/origin/service/live/app-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { LOGIN, liveApp, never } from './live-app.ts';

const URL = 'http://127.0.0.1:9/service/abcdefghijklmnopqrstuvwxyzABCDEF';

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

const isGenuine = (
  authorization: string | undefined,
  secrets = LOGIN as Parameters<typeof serviceLive.isGenuine>[1],
) =>
  serviceLive.isGenuine(
    { method: 'POST', url: URL, headers: { authorization }, body: Buffer.from('{}') },
    secrets,
  );

describe('the login of the service', () => {
  test('the user with its password, or with one of two', () => {
    expect(isGenuine(basic('chatferry:correct horse battery'))).toBe(true);
    const both = { user: 'chatferry', keys: [new Secret('old: päss'), new Secret('new')] };
    expect(isGenuine(basic('chatferry:old: päss'), both)).toBe(true);
    expect(isGenuine(basic('chatferry:new'), both)).toBe(true);
    expect(isGenuine(basic('chatferry:correct horse battery'), both)).toBe(false);
  });

  test.each([
    undefined,
    '',
    'Basic ',
    'Basic %%%',
    'Bearer correct horse battery',
    basic(''),
    basic('chatferry:'),
    basic(':correct horse battery'),
    basic('Chatferry:correct horse battery'),
    basic('chatferry:correct horse batter'),
    basic('chatferry:correct horse battery '),
    basic('chatferry:correct horse battery').slice(6),
    `${basic('chatferry:correct horse battery')}, Basic x`,
  ])('%j is another', (header) => {
    expect(isGenuine(header)).toBe(false);
  });

  test('without a user or a password nobody is let in', () => {
    expect(isGenuine(basic('chatferry:'), { user: 'chatferry', keys: [] })).toBe(false);
    expect(isGenuine(basic('undefined:x'), { keys: [new Secret('x')] })).toBe(false);
  });

  test('no changed byte of the header is let in', () => {
    const good = basic('chatferry:correct horse battery');
    for (let at = 6; at < good.length - 1; at++) {
      const other = good[at] === 'A' ? 'B' : 'A';
      const changed = good.slice(0, at) + other + good.slice(at + 1);
      expect([changed, isGenuine(changed)]).toEqual([changed, false]);
    }
  });
});

describe('webhooks of an app', () => {
  test('ours is set beside others, told what is read, logs in, and goes alone', async () => {
    await using app = await liveApp();
    const { hooks, appId } = app;
    const { webhooks, triggers } = app.management;
    await webhooks.create(appId, { id: 'other', name: 'other', webhookURL: 'https://example.com/hook' });
    await hooks?.set(app.receiver.url, LOGIN, never);
    const all = ((await hooks?.list(never)) ?? []).toSorted((a, b) => Number(a.isOurs) - Number(b.isOurs));
    expect(all).toEqual([
      { id: 'other', url: 'https://example.com/hook', isOurs: false },
      { id: expect.stringMatching(/^chatferry-live-[0-9a-f]{16}$/), url: app.receiver.url, isOurs: true },
    ]);
    const ours = all[1]?.id ?? '';
    const wanted = (await Array.fromAsync(triggers.list(appId, ours))).map(({ id }) => id);
    expect(wanted).toEqual(
      expect.arrayContaining([
        'message_sent',
        'message_reaction_removed',
        'group_member_left',
        'group_deleted',
      ]),
    );
    // An event of it is genuine, though its signature is not looked at.
    await app.service.groups.create({ guid: 'g', name: 'G', type: 'public', owner: 'ann' });
    await app.events(1).catch(() => {});
    await app.service.groups.update('g', { name: 'H' });
    await expect.poll(() => app.receiver.received.length).toBe(1);
    expect(serviceLive.isGenuine(app.asRequest(0), LOGIN)).toBe(true);
    // Another receiver has one of its own, which stays when ours goes.
    await hooks?.set(URL, LOGIN, never);
    await hooks?.remove(app.receiver.url, never);
    expect(new Set((await hooks?.list(never))?.map(({ url }) => url))).toEqual(
      new Set(['https://example.com/hook', URL]),
    );
    await hooks?.remove(app.receiver.url, never);
  });

  test('setting it again changes the password, and adds no second one', async () => {
    await using app = await liveApp();
    await app.hooks?.set(app.receiver.url, LOGIN, never);
    const next = { user: 'chatferry', keys: [new Secret('next'), ...LOGIN.keys] };
    await app.hooks?.set(app.receiver.url, next, never);
    expect(await app.hooks?.list(never)).toHaveLength(1);
    await app.service.groups.create({ guid: 'g', name: 'G', type: 'public', owner: 'ann' });
    await expect.poll(() => app.receiver.received.length).toBe(1);
    expect(app.receiver.received[0]?.headers.authorization).toBe(basic('chatferry:next'));
  });

  test('what the account refuses is said, without its keys', async () => {
    await using app = await liveApp();
    const { webhooks } = app.management;
    for (let at = 0; at < 25; at++)
      await webhooks.create(app.appId, { id: `w-${at}`, name: 'w', webhookURL: 'https://example.com/hook' });
    const error = await app.hooks?.set(app.receiver.url, LOGIN, never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'LIVE.PUBLIC_URL', message: expect.stringContaining('webhook') });
    const wrong = serviceLive.hooks({
      ...app.place,
      management: {
        ...app.place.management,
        key: new Secret('wrong-key-123'),
        secret: new Secret('s-123456'),
      } as never,
    });
    const refused = await wrong?.list(never).catch((reason: unknown) => reason);
    expect(refused).toMatchObject({ code: 'PULL.AUTH' });
    expect(String((refused as Error).message)).not.toMatch(/wrong-key-123|s-123456/);
    expect(
      serviceLive.hooks({ account: app.account, ask: app.place.ask, system: app.place.system }),
    ).toBeUndefined();
  });
});
