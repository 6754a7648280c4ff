import { readFileSync } from 'node:fs';
import { createServer as createHttps } from 'node:https';
import { isIP } from 'node:net';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxOptions } from '../../../src/sandbox/sandbox.ts';
import { openManaged, openReceiver, until } from './receiver.ts';

/** A resolver that knows these names; addresses are found as themselves, and further names nowhere. */
function resolver(names: Readonly<Record<string, readonly string[]>> = {}) {
  const asked: string[] = [];
  const lookup: SandboxOptions['lookup'] = async (host) => {
    asked.push(host);
    const address = names[host]?.[asked.filter((one) => one === host).length - 1] ?? host;
    if (isIP(address) === 0) throw new Error(`${host} is unknown`);
    return [{ address, family: isIP(address) }];
  };
  return { asked, lookup };
}

type Managed = Awaited<ReturnType<typeof openManaged>>;

/** Sends one message to a webhook with the URL, and returns what became of it. */
async function outcome(managed: Managed, webhookURL: string): Promise<string> {
  const { status } = await managed.hook('a', webhookURL, ['message_sent']);
  expect(status, webhookURL).toBe(200);
  await managed.post('/messages', {
    receiver: 'bob',
    receiverType: 'user',
    type: 'text',
    data: { text: 'x' },
  });
  await until(async () => (await managed.deliveries('a'))[0].state !== 'waiting');
  const [{ state, error }] = await managed.deliveries('a');
  await managed.manage('DELETE', `${managed.webhooks}/a`);
  return error ?? state;
}

test('nothing is sent to another machine, and no name of one is even looked up', async () => {
  const { lookup, asked } = resolver();
  await using managed = await openManaged({ lookup });
  for (const host of [
    '10.0.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '8.8.8.8',
    'hooks.example.com',
    '0.0.0.0',
  ]) {
    expect(await outcome(managed, `https://${host}/x`), host).toBe(
      `${host} is not this machine; allow it with --webhook-hosts ${host}`,
    );
  }
  expect(await outcome(managed, 'https://[::ffff:10.0.0.1]/')).toMatch(/is not this machine/);
  expect(await outcome(managed, 'https://localhost.example.com/')).toMatch(/is not this machine/);
  expect(asked).toEqual([]);
});

test('every way to write this machine reaches it', async () => {
  await using managed = await openManaged();
  await using receiver = await openReceiver();
  for (const host of ['127.0.0.1', '127.1', '0x7f000001', '[::ffff:127.0.0.1]', 'hooks.localhost']) {
    expect(await outcome(managed, `http://${host}:${receiver.port}/`), host).toBe('delivered');
  }
});

test('the addresses of a name are checked, not only the name', async () => {
  const { lookup } = resolver({
    localhost: ['10.0.0.7'],
    'hooks.test': ['169.254.169.254'],
    'inner.test': ['0.0.0.0'],
  });
  await using managed = await openManaged({ lookup, webhookHosts: ['hooks.test', 'Inner.test', 'fe80::1'] });
  expect(await outcome(managed, 'http://localhost:80/')).toBe('localhost does not lead to this machine');
  expect(await outcome(managed, 'https://hooks.test/')).toBe(
    'hooks.test leads to 169.254.169.254, which is no address of a receiver',
  );
  expect(await outcome(managed, 'https://inner.test/')).toMatch(/no address of a receiver/);
  expect(await outcome(managed, 'https://[fe80::1]/')).toMatch(/no address of a receiver/);
});

test('an allowed name is looked up once; the request goes to the address that was checked', async () => {
  const { lookup, asked } = resolver({ 'hooks.test': ['127.0.0.1', '10.0.0.7'] });
  await using managed = await openManaged({ lookup, http: false, webhookHosts: ['hooks.test'] });
  const folder = dirname(managed.sandbox.files.ca);
  const [cert, key] = ['server.pem', 'server-key.pem'].map((name) => readFileSync(join(folder, name)));
  await using receiver = await openReceiver(undefined, (listener) => createHttps({ cert, key }, listener));
  expect(await outcome(managed, `https://hooks.test:${receiver.port}/`)).toBe('delivered');
  expect(asked).toEqual(['hooks.test']);
});

test('a name that is never found is given up in time', async () => {
  await using managed = await openManaged({
    lookup: () => new Promise(() => {}),
    webhookHosts: ['hooks.test'],
  });
  expect(await outcome(managed, 'https://hooks.test/')).toBe('the name was not found in time');
});

test('hosts that are no hosts are refused at the start', async () => {
  for (const host of ['https://example.com', 'example.com:443', 'a b', 'x/y', 'user@host', '']) {
    await expect(openManaged({ webhookHosts: [host] }), host).rejects.toThrow(/webhook host/);
  }
});
