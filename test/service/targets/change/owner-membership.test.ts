import { expect, test } from 'vitest';
import type { ChatService } from '../../../../src/service/client/chat-service.ts';
import { serviceHere } from '../../../support/service-here.ts';
import { type TamperedService, tamperedService } from '../../../support/tampered-service.ts';

/** A service makes the owner of a new group its admin: by our own call, so it gets what its row says. */

const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name,type,owner\ng,G,private,ann\n',
  'members.csv': 'guid,uid,scope\ng,ann,participant\ng,ben,participant\n',
};

const scopes = async (service: ChatService, guid = 'g'): Promise<readonly string[]> =>
  (await Array.fromAsync(service.members.list(guid))).map(({ uid, scope }) => `${uid} ${scope}`).sort();

const BOTH = ['ann participant', 'ben participant'];

test.each([
  ['rest', '', ''],
  ['rest', '', 'sync: {}'],
  ['import', '', ''],
  ['import', 'ownerjoins', ''],
  ['import', 'ownerjoins', 'sync: {}'],
])('api %s %s %s: the scope of the owner is that of its row, and it is ours', async (api, quirks, rest) => {
  await using here = await serviceHere({ files: FILES, api, quirks, rest });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.entities.members]).toEqual([
    0,
    expect.objectContaining({ created: 2, exists: 0 }),
  ]);
  expect(await scopes(here.service)).toEqual(BOTH);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('an owner who is to be an admin needs no other call', async () => {
  const files = { ...FILES, 'members.csv': 'guid,uid,scope\ng,ann,admin\ng,ben,participant\n' };
  await using here = await serviceHere({ files, api: 'rest' });
  const { result } = await here.json('run', '--yes');
  expect(result.entities.members).toMatchObject({ created: 2, exists: 0 });
  expect(here.requests.filter((one) => one.startsWith('PUT'))).toEqual([]);
  expect(await scopes(here.service)).toEqual(['ann admin', 'ben participant']);
});

test('the owner of a group that was there before us keeps the scope', async () => {
  await using here = await serviceHere({ files: FILES, api: 'rest' });
  await here.service.users.create({ uid: 'ann', name: 'Ann' });
  await here.service.groups.create({ guid: 'g', name: 'Theirs', type: 'private', owner: 'ann' });
  const { result } = await here.json('run', '--yes');
  expect(result.entities.groups).toMatchObject({ exists: 1 });
  expect(result.entities.members).toMatchObject({ created: 1, exists: 1 });
  expect(await scopes(here.service)).toEqual(['ann admin', 'ben participant']);
});

/** A pipeline of the same files that writes through a proxy. */
function written(front: TamperedService, more = ''): string {
  for (const [name, text] of Object.entries(FILES)) front.write(name, text);
  return front.write(
    'p.yaml',
    [
      'version: 1',
      'name: owner',
      `${front.target}, api: rest }`,
      more,
      'sources: { users: { path: users.csv }, groups: { path: groups.csv }, members: { path: members.csv } }',
    ].join('\n'),
  );
}

test.each([
  ['POST', '/groups', ''],
  ['POST', '/groups/g/members', ''],
  ['PUT', '/groups/g/members/ann', ''],
  ['POST', '/groups', 'sync: {}'],
  ['POST', '/groups/g/members', 'sync: {}'],
  ['PUT', '/groups/g/members/ann', 'sync: {}'],
])('the answer to %s %s is lost: the same end %s', async (method, path, more) => {
  await using front = await tamperedService();
  const pipeline = written(front, more);
  let lost = 0;
  front.tamper(async (request, forward) => {
    const answer = await forward();
    return request.method === method && request.path === path && lost++ === 0
      ? { status: 0, body: '' }
      : answer;
  });
  const { exitCode, stdout } = await front.run('run', pipeline, '--yes', '--json');
  expect([lost > 0, exitCode]).toEqual([true, 0]);
  const { created, updated, exists } = JSON.parse(stdout).entities.members;
  expect([created + updated, exists]).toEqual([2, 0]);
  expect(await scopes(front.service)).toEqual(BOTH);
  expect((await front.run('verify', pipeline, '--json')).exitCode).toBe(0);
});

test.each([
  ['POST', '/groups/g/members', ''],
  ['PUT', '/groups/g/members/ann', ''],
  ['POST', '/groups/g/members', 'sync: {}'],
  ['PUT', '/groups/g/members/ann', 'sync: {}'],
])('a run that ends at %s %s is resumed: the same end %s', async (method, path, more) => {
  await using front = await tamperedService();
  const pipeline = written(front, more);
  // From this request on, nobody gets an answer.
  let isGone = false;
  front.tamper(async (request, forward) => {
    const answer = isGone ? undefined : await forward();
    isGone ||= request.method === method && request.path === path;
    return isGone || !answer ? { status: 0, body: '' } : answer;
  });
  expect((await front.run('run', pipeline, '--yes', '--json')).exitCode).toBe(7);
  front.tamper((_request, forward) => forward());
  const { exitCode, stdout } = await front.run('run', pipeline, '--yes', '--json');
  expect([exitCode, stdout]).toEqual([0, expect.any(String)]);
  expect(await scopes(front.service)).toEqual(BOTH);
  expect((await front.run('verify', pipeline, '--json')).exitCode).toBe(0);
});
