import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { addressKey } from '../../src/input/rows/forms/address-key.ts';
import { redirect } from '../pipeline/files/source-answers.ts';
import { addressesIn, copiedHere, PEOPLE, picture, withFiles } from './copied-here.ts';
import { fakeStore } from './stores-here.ts';

/** Something inside that nobody may ask: it counts who comes. */
async function inside(host: string) {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((done) => server.listen(0, host, done));
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close();
    },
  };
}

test('addresses that lead into the machine or its network, at once or by a redirect, connect to nothing', async () => {
  await using secret = await inside('127.0.0.1');
  const { port } = secret;
  await using at = await copiedHere(() => fakeStore(), {
    users: PEOPLE,
    messages: [],
    files: { maxFailed: '100%' },
  });
  const targets = [
    `http://127.0.0.1:${port}/a.png`,
    `https://127.0.0.1:${port}/a.png`,
    `http://localhost:${port}/a.png`,
    `https://localhost:${port}/a.png`,
    `http://127.1:${port}/a.png`,
    `http://0x7f000001:${port}/a.png`,
    `http://2130706433:${port}/a.png`,
    `http://0177.0.0.1:${port}/a.png`,
    `http://0.0.0.0:${port}/a.png`,
    `https://[::1]:${port}/a.png`,
    `https://[::ffff:127.0.0.1]:${port}/a.png`,
    `https://[64:ff9b::7f00:1]:${port}/a.png`,
    `https://[2002:7f00:1::]:${port}/a.png`,
    `https://ann:secret@127.0.0.1:${port}/a.png`,
    `https://127.0.0.1.:${port}/a.png`,
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/latest/meta-data/',
    'https://10.0.0.1/a.png',
    'https://192.168.0.1/a.png',
    'https://[fe80::1]/a.png',
    'https://[fc00::1]/a.png',
  ];
  const led = targets.map((target, index) => {
    at.source.answer(`/led/${index}.png`, redirect(target));
    return `${at.source.origin}/led/${index}.png`;
  });
  const good = at.source.put('/good.png', picture('good'), { type: 'image/png' });
  const named = [...targets, ...led].filter((url) => URL.canParse(url));
  at.rows('messages', [
    withFiles('m0', [good]),
    ...named.map((url, index) => withFiles(`m${index + 1}`, [url])),
  ]);
  const { exitCode, result } = await at.run();
  expect(exitCode).toBe(0);
  expect(secret.connections()).toBe(0);
  expect(result.fileCopies).toMatchObject({ copied: 1, balanced: true, found: named.length + 1 });

  // Several ways of writing one address are one.
  const distinct = new Set(named.map(addressKey)).size;
  expect(result.fileCopies?.failed['refused']).toBe(distinct);
  expect(await addressesIn(at.here)).toHaveLength(1);
  const messages = await Array.fromAsync(at.here.service.messages.list({ limit: 1000 }));
  expect(messages.filter(({ muid }) => muid !== undefined)).toHaveLength(named.length + 1);
});
