import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { FAST, workspace } from '../../e2e/workspace.ts';
import { ChatApp } from '../../origins/sendbird/chat-app.ts';
import { type Answer, type FakeOptions, fakeSendbird } from '../../origins/sendbird/fake-sendbird.ts';
import { CANARY } from './service.ts';
import { watched } from './watched.ts';

/** The key is in a file where no command writes. */
const outside = mkdtempSync(join(tmpdir(), 'chatferry-canary-'));
const keyFile = join(outside, 'key');
writeFileSync(keyFile, `${CANARY}\n`, { mode: 0o600 });
afterAll(() => rmSync(outside, { recursive: true }));

const QUOTE = `${CANARY} ${encodeURIComponent(CANARY)} ${Buffer.from(CANARY).toString('base64')}`;
const json = (status: number): Answer => ({
  status,
  body: { error: true, code: CANARY, message: `The key ${QUOTE} may not do that` },
});

/** How an old system answers that repeats the key wherever it can, and what a run ends with. */
const MOODS: Readonly<Record<string, readonly [exit: number, code: string, fault: FakeOptions['fault']]>> = {
  refuses: [10, 'PULL.AUTH', () => json(401)],
  'refuses in the middle': [10, 'PULL.AUTH', (_, count) => (count > 3 ? json(401) : undefined)],
  redirects: [
    2,
    'PULL.HOST',
    () => ({
      status: 307,
      headers: {
        location: `https://elsewhere.example/${encodeURIComponent(CANARY)}?key=${encodeURIComponent(CANARY)}`,
      },
    }),
  ],
  'is no API': [7, 'PULL.FORM', () => ({ status: 200, body: `<html>token ${QUOTE} is not known here` })],
  'forbids a conversation': [
    4,
    'PULL.FORBIDDEN',
    ({ path }) => (path.endsWith('/one/messages') ? json(403) : undefined),
  ],
};

function app(): ChatApp {
  const made = new ChatApp();
  for (const user of ['ann', 'ben']) made.addUser(user, user);
  for (const channel of ['one', 'two']) {
    made.addChannel(channel, ['ann', 'ben']);
    for (let at = 0; at < 5; at++)
      made.add({
        message_id: channel === 'one' ? at + 1 : at + 101,
        channel_url: channel,
        type: 'MESG',
        message: `text ${at}`,
        user: { user_id: at % 2 ? 'ann' : 'ben', nickname: 'x' },
        created_at: 1_760_000_000_000 + at * 1_000,
        updated_at: 0,
      });
  }
  return made;
}

const source = (host: string, key: string): string =>
  `  export: { system: sendbird, api: { appId: app-1, key: ${key}, host: "${host}", by: list, requestsPerSecond: 500 } }`;

describe.concurrent('the key of an old system is in no file, output or list of processes', () => {
  test.each([
    ['the environment', '{ env: OLD_KEY }', { OLD_KEY: CANARY }],
    ['a file', `{ file: ${JSON.stringify(keyFile)} }`, {}],
    ['a command', `{ command: [cat, ${JSON.stringify(keyFile)}] }`, {}],
  ])(
    'when it comes from %s, whatever the command; what was read is for its owner alone',
    async (_, key, env) => {
      await using old = await fakeSendbird(app(), { key: CANARY });
      using space = workspace(1);
      const pipeline = space.pipeline({ sources: source(old.host, key), rest: FAST });
      const look = (...args: readonly string[]) => watched(space, args, env);
      await look('doctor', pipeline);
      await look('plan', pipeline);
      expect((await look('run', pipeline, '--yes', '--verbose')).code).toBe(0);
      if (!('OLD_KEY' in env)) return;
      for (const command of ['validate', 'verify', 'report', 'config show'])
        await look(...command.split(' '), pipeline, '--json');
      const files = readdirSync(join(space.folder, '.chatferry'), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /pulled/.test(`${entry.parentPath}/${entry.name}`))
        .map((entry) => join(entry.parentPath, entry.name));
      expect(files.length).toBeGreaterThan(4);
      for (const file of files) expect([file, statSync(file).mode & 0o077]).toEqual([file, 0]);
    },
  );

  test.each(Object.entries(MOODS))('when the system %s', async (_, [exit, code, fault]) => {
    await using old = await fakeSendbird(app(), { key: CANARY, fault });
    using space = workspace(1);
    const env = { OLD_KEY: CANARY, NODE_DEBUG: 'undici,fetch,http,net,tls' };
    const pipeline = space.pipeline({ sources: source(old.host, '{ env: OLD_KEY }'), rest: FAST });
    const ended = await watched(space, ['run', pipeline, '--yes', '--verbose'], env);
    expect([ended.code, ended.out + ended.err]).toEqual([exit, expect.stringContaining(code)]);
    await watched(space, ['doctor', pipeline, '--json'], env);
    await watched(space, ['validate', pipeline, '--json'], env);
  });

  test('when it is where it does not belong', async () => {
    using space = workspace(1);
    for (const key of [
      JSON.stringify(CANARY),
      `{ env: ${JSON.stringify(CANARY)} }`,
      `{ key: ${JSON.stringify(CANARY)} }`,
    ]) {
      const pipeline = space.pipeline({ sources: source('http://127.0.0.1:9', key), rest: FAST });
      // The pipeline itself has it.
      chmodSync(pipeline, 0o600);
      const { startCli } = await import('../../e2e/cli-process.ts');
      const { code, out, err } = await startCli(['validate', pipeline, '--json']).ended;
      expect(code).toBe(2);
      expect((out + err).toLowerCase()).not.toContain('sk_canary');
    }
  });
});
