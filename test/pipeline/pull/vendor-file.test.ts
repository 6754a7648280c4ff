import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { httpServer } from '../../service/transport/http-server.ts';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';

test('an old system elsewhere sends nobody to this machine, nor anywhere without https', async () => {
  const asked: unknown[] = [];
  await using local = await httpServer((request, response) => {
    asked.push(request.url);
    response.end('metadata of this machine');
  });
  const places = [
    `${local.origin}/users.zip`,
    local.origin.replace('127.0.0.1', 'localhost'),
    local.origin.replace('http:', 'https:'),
    'http://files.example.com/users.zip',
    'file:///etc/passwd',
    'ftp://files.example.com/users.zip',
    '/etc/passwd',
    '',
  ];
  for (const file of places) {
    using place = new PullPlaceHere();
    place.by = 'export';
    const old = new OldSystem();
    Object.assign(old, { hasJob: true, file });
    await expect(place.pull(old), file).rejects.toMatchObject({ code: expect.stringMatching(/^PULL\./) });
  }
  expect(asked).toEqual([]);
});

/** An account on this machine, whose export job writes a file after a while. */
function withJob(file: string): { readonly old: OldSystem; readonly place: PullPlaceHere } {
  const old = new OldSystem();
  old.addConversation('team', ['ann', 'ben'], 2, START - DAY);
  old.hasJob = true;
  old.file = file;
  const place = new PullPlaceHere();
  place.by = 'export';
  place.shown = new URL(file).origin;
  return { old, place };
}

test('a file of a job is fetched without the key, once its job is done, and is kept by the list', async () => {
  const asked: (string | undefined)[] = [];
  await using server = await httpServer((request, response) => {
    asked.push(request.headers.authorization);
    response.setHeader('etag', '"1"').end('PK of users');
  });
  const { old, place: mine } = withJob(`${server.origin}/users.zip?signature=secret`);
  using place = mine;
  old.jobPolls = 3;
  await place.pull(old);
  expect(place.slept).toEqual([1_000, 1_000, 1_000]);
  expect(place.bytes()['files/1-users.zip']?.toString()).toBe('PK of users');
  expect(new Set(asked)).toEqual(new Set([undefined]));
  expect(readFileSync(join(place.prepared, 'pulled.log'), 'utf8')).not.toContain('secret');
  // Another night has a file of its own; the former one goes.
  place.now += DAY;
  await place.pull(old);
  expect(Object.keys(place.bytes()).filter((name) => name.startsWith('files/'))).toEqual([
    'files/2-users.zip',
  ]);
});

test('an address that is over is asked for again; in the end lists are read in place of the job', async () => {
  let refusals = 2;
  await using server = await httpServer((_, response) => {
    if (refusals-- > 0) response.writeHead(403).end('expired');
    else response.setHeader('etag', '"1"').end('PK');
  });
  const { old, place: mine } = withJob(`${server.origin}/users.zip`);
  using place = mine;
  await place.pull(old);
  expect(Object.keys(place.bytes())).toContain('files/1-users.zip');

  refusals = 100;
  place.by = 'auto';
  place.now += DAY;
  await place.pull(old);
  expect(place.said.join()).toContain('lists are read in place of the export job');
  expect(Object.keys(place.bytes()).filter((name) => name.startsWith('files/'))).toEqual([]);
  expect(place.rows('messages')).toHaveLength(2);
});

test('a job that is never done is given up after a day', async () => {
  const { old, place: mine } = withJob('http://127.0.0.1:9/users.zip');
  using place = mine;
  old.jobPolls = 100;
  old.jobWaitMs = 3_600_000;
  await expect(place.pull(old)).rejects.toMatchObject({
    code: 'PULL.JOB_FAILED',
    message: expect.stringContaining('24 hours'),
  });
});

test('what a job has written is read by lists in full on a night when it fails', async () => {
  await using server = await httpServer((_, response) => {
    response.setHeader('etag', '"1"').end('PK of users');
  });
  const { old, place: mine } = withJob(`${server.origin}/users.zip`);
  using place = mine;
  place.by = 'auto';
  old.addConversation('ancient', ['ann', 'ben'], 2, START - 90 * DAY);
  await place.pull(old);
  const night = async (): Promise<readonly string[]> => {
    old.asked = [];
    place.now += DAY;
    await place.pull(old);
    return old.asked;
  };
  expect(await night()).not.toContain('messages ancient');
  const { file } = old;
  old.file = undefined;
  expect(await night()).toContain('messages ancient');
  expect(Object.keys(place.bytes()).join()).not.toContain('files/');
  expect(await night()).not.toContain('messages ancient');
  // Nor has a job that does its work again what is not new.
  old.file = file;
  expect(await night()).toContain('messages ancient');
  expect(await night()).not.toContain('messages ancient');
});
