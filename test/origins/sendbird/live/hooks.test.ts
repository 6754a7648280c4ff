import { describe, expect, test } from 'vitest';
import { sendbirdLive } from '../../../../src/origin/sendbird/live/sendbird-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';
import { openReceiver } from '../../../sandbox/management/receiver.ts';
import { eventBody, signatureOf } from '../fake-sendbird.ts';
import { chatApp, KEY, liveSendbird, messageEvent, never } from './live-sendbird.ts';

const SECRETS = { keys: [new Secret(KEY)] };
const OURS = 'https://relay.example.com/cf/sendbird/abcdefghijklmnopqrstuvwxyzABCDEF';

const isGenuine = (body: Buffer, signature: string | undefined, secrets = SECRETS) =>
  sendbirdLive.isGenuine(
    { method: 'POST', url: OURS, headers: { 'x-sendbird-signature': signature }, body },
    secrets,
  );

describe('the signature', () => {
  // As  openssl dgst -sha256 -hmac master-key  has it.
  const BODY = '{"a":"b\\/c"}';
  const SIGNATURE = '16057d0e513668aafda758da78aea6343917bdf7a39f44334bfc1fdc05703902';

  test('is of the bytes as they came, with the master token or one of two', () => {
    expect(isGenuine(Buffer.from(BODY), SIGNATURE)).toBe(true);
    expect(isGenuine(Buffer.from(BODY), SIGNATURE.toUpperCase())).toBe(true);
    expect(isGenuine(Buffer.from('{"a":"b/c"}'), SIGNATURE)).toBe(false);
    expect(
      isGenuine(Buffer.from(BODY), SIGNATURE, { keys: [new Secret('next-token'), new Secret(KEY)] }),
    ).toBe(true);
    expect(isGenuine(Buffer.from(BODY), SIGNATURE, { keys: [new Secret('secondary')] })).toBe(false);
    expect(isGenuine(Buffer.from(BODY), SIGNATURE, { keys: [] })).toBe(false);
    const event = eventBody(messageEvent(chatApp(), 'message_send', 1, { at: 'https://example.com/a' }));
    expect(isGenuine(Buffer.from(event), signatureOf(event, KEY))).toBe(true);
  });

  test.each([undefined, '', 'zz', SIGNATURE.slice(1), `${SIGNATURE}0`, ` ${SIGNATURE}`, 'é'.repeat(64)])(
    '%j is none',
    (signature) => {
      expect(isGenuine(Buffer.from(BODY), signature)).toBe(false);
    },
  );

  test('nothing that was changed is let in', () => {
    for (let at = 0; at < SIGNATURE.length; at++) {
      const other = SIGNATURE[at] === '0' ? '1' : '0';
      expect(isGenuine(Buffer.from(BODY), SIGNATURE.slice(0, at) + other + SIGNATURE.slice(at + 1))).toBe(
        false,
      );
    }
    for (let at = 0; at < BODY.length; at++)
      for (const bit of [1, 2, 64, 128]) {
        const bytes = Buffer.from(BODY);
        bytes[at] = (bytes[at] ?? 0) ^ bit;
        expect(isGenuine(bytes, SIGNATURE)).toBe(false);
      }
  });
});

describe('the webhook of an application', () => {
  test('is set where there is none, signs its events, is tried again, and is removed alone', async () => {
    await using live = await liveSendbird();
    const answers = [503, 500, 200, 200];
    await using receiver = await openReceiver((_, response) => {
      response.writeHead(answers.shift() ?? 200).end();
    });
    expect(await live.hooks?.list(never)).toEqual([]);
    await live.hooks?.set(receiver.url, SECRETS, never);
    expect(live.fake.hook).toMatchObject({ enabled: true, url: receiver.url, include_members: true });
    expect(live.fake.hook['enabled_events']).toEqual(
      expect.arrayContaining([
        'group_channel:message_send',
        'open_channel:message_delete',
        'group_channel:reaction_add',
      ]),
    );
    expect(await live.fake.sendEvent(messageEvent(live.app, 'message_send', 1))).toEqual([503, 500, 200]);
    const [first] = receiver.received;
    expect(isGenuine(Buffer.from(first?.text ?? ''), String(first?.headers['x-sendbird-signature']))).toBe(
      true,
    );
    await live.hooks?.remove(OURS, never);
    expect(live.fake.hook['enabled']).toBe(true);
    await live.hooks?.remove(receiver.url, never);
    expect(live.fake.hook['enabled']).toBe(false);
    expect(await live.fake.sendEvent(messageEvent(live.app, 'message_send', 1))).toEqual([]);
  });

  test('of somebody else is never replaced, and is named by its host alone', async () => {
    await using live = await liveSendbird();
    const url = 'https://app.example.com/hooks/sendbird?token=s3cret';
    Object.assign(live.fake.hook, { enabled: true, url, enabled_events: ['user:block'] });
    const before = structuredClone(live.fake.hook);
    const error = await live.hooks?.set(OURS, SECRETS, never).catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'LIVE.PUBLIC_URL',
      message: expect.stringContaining('one of app.example.com'),
    });
    expect((error as Error).message).not.toMatch(/s3cret|hooks/);
    await live.hooks?.remove(OURS, never);
    expect(live.fake.hook).toEqual(before);
    expect(await live.hooks?.list(never)).toEqual([{ id: 'webhook', url, isOurs: false }]);
  });

  test('of ours with a former path is replaced, and one of another pipeline is not', async () => {
    await using live = await liveSendbird();
    await live.hooks?.set(OURS, SECRETS, never);
    const next = OURS.replace('abc', 'xyz');
    await expect(live.hooks?.set(next, SECRETS, never)).rejects.toMatchObject({ code: 'LIVE.PUBLIC_URL' });
    expect(await live.hooks?.list(never)).toEqual([{ id: 'webhook', url: OURS, isOurs: true }]);
    await live.hooks?.set(next, SECRETS, never, [OURS]);
    expect(await live.hooks?.list(never)).toEqual([{ id: 'webhook', url: next, isOurs: true }]);
  });
});
