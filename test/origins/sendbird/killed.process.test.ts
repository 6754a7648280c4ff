import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli-process.ts';
import { ChatApp } from './chat-app.ts';
import type { FakeOptions } from './fake-sendbird.ts';
import { type SendbirdHere, sendbirdHere } from './sendbird-here.ts';

/** Channels with several pages of messages, and members who are listed page by page. */
function talkative(): ChatApp {
  const app = new ChatApp();
  const people = Array.from({ length: 130 }, (_, at) => `user-${at}`);
  for (const id of people) app.addUser(id);
  app.addChannel('large', people, { created_by: { user_id: 'user-0' } });
  app.addChannel('small', ['user-1', 'user-2'], { created_by: { user_id: 'user-1' } });
  for (let at = 0; at < 450; at++)
    app.write('large', 'user-3', 1_000 + at, 1_751_300_000_000 + Math.floor(at / 7));
  for (let at = 0; at < 30; at++) app.write('small', 'user-1', 5_000 + at, 1_751_300_000_000 + at);
  return app;
}

/** The files of records, by path, without those that are kept beside them. */
function pulledBytes({ here }: SendbirdHere): Readonly<Record<string, string>> {
  const files = readdirSync(here.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ndjson.zst'))
    .map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(
    files.sort().map((path) => [path.slice(path.indexOf('pulled')), readFileSync(path).toString('base64')]),
  );
}

test('a pull that is killed again and again ends with the same bytes as a quiet one', async () => {
  await using quiet = await sendbirdHere(talkative());
  await quiet.here.json('validate');
  const options: { fault?: FakeOptions['fault'] } = {};
  await using killed = await sendbirdHere(talkative(), { options });
  const codes: unknown[] = [];
  while (codes.at(-1) !== 0 && codes.length < 20) {
    const begun = killed.api.requests.length;
    const child = startCli(['validate', killed.here.pipeline, '--quiet']);
    child.stdin.end();
    child.stdout.resume();
    child.stderr.resume();
    options.fault = (_, count) => {
      if (count - begun === 3) child.kill('SIGKILL');
      return undefined;
    };
    codes.push((await once(child, 'close'))[0]);
  }
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.at(-1)).toBe(0);
  expect(Object.keys(pulledBytes(quiet)).length).toBe(6);
  expect(pulledBytes(killed)).toEqual(pulledBytes(quiet));
});
