import { expect, test } from 'vitest';
import { httpServer } from '../../service/transport/http-server.ts';
import { OldSystem } from './old-system.ts';
import { PullPlaceHere } from './place.ts';

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
