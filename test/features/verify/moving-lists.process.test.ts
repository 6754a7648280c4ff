import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { type Rows, type SyncScenario, syncScenario } from '../sync/scenario/syncs.ts';
import { runHere, verified } from './migrated.ts';

const AT = 1_700_000_000;
const numbered = (count: number, row: (index: number) => Rows[0]): Rows =>
  Array.from({ length: count }, (_, index) => row(index));

/** A service in front of another one, which may do something before it passes on a request. */
async function inFrontOf(
  baseUrl: string,
  before: (path: string) => Promise<string | undefined>,
): Promise<AsyncDisposable & { readonly baseUrl: string }> {
  const { origin, pathname } = new URL(baseUrl);
  const server = createServer(async (request, response) => {
    const path = (await before(request.url ?? '')) ?? request.url ?? '';
    const { method = 'GET', headers } = request;
    const body = method === 'GET' ? undefined : await buffer(request);
    const { host: _, connection: __, 'content-length': ___, ...kept } = headers;
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: kept as Record<string, string>,
      ...(body ? { body } : {}),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}${pathname}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const BASE_URL = /baseUrl: "([^"]+)"/;
const baseUrlOf = ({ pipeline }: SyncScenario): string =>
  BASE_URL.exec(readFileSync(pipeline, 'utf8'))?.[1] as string;

/** The pipeline of a scenario with another address of its service. */
function through({ pipeline, folder }: SyncScenario, baseUrl: string): string {
  const path = join(folder, 'through.yaml');
  writeFileSync(path, readFileSync(pipeline, 'utf8').replace(BASE_URL, `baseUrl: "${baseUrl}"`));
  return path;
}

test('rows that move to another page while a list is read are neither lost nor there twice', async () => {
  await using scenario = await syncScenario(['users', 'groups', 'members'], { sync: false });
  const users = numbered(1_005, (index) => ({
    uid: `u-${String(index).padStart(4, '0')}`,
    name: `User ${index}`,
  }));
  await scenario.sync({
    users,
    groups: [{ guid: 'room', name: 'Room' }],
    members: numbered(1_003, (index) => ({ guid: 'room', uid: users[index]?.['uid'], joinedAt: AT })),
  });
  const moved: string[] = [];
  await using front = await inFrontOf(baseUrlOf(scenario), async (path) => {
    const second = /\/(users|members)\?.*page=2/.exec(path);
    if (!second || moved.includes(second[1] as string)) return undefined;
    moved.push(second[1] as string);
    // A row of the first page goes, so the first of the second page moves there, after it was read.
    if (second[1] === 'users') await scenario.service.users.delete('u-0003', { permanent: true });
    else await scenario.service.members.kick('room', 'u-0005');
    return undefined;
  });
  const { differences, report } = await verified(through(scenario, front.baseUrl));
  expect(moved).toEqual(['users', 'members']);
  // What was sent through another address is no record of this one.
  expect(report.acknowledged).toMatchObject({ record: 'otherTarget', rows: 0 });
  // The removed user was read before it went; with it went its membership.
  expect(differences).toEqual(['members + room_member_u-0003']);
});

test('a target with rows of others: the plan tells them apart, and a run overwrites none', async () => {
  await using scenario = await syncScenario(coreNames, { sync: false });
  const { service } = scenario;
  await service.users.create({ uid: 'same', name: 'Same' });
  await service.users.create({ uid: 'other', name: 'Theirs', metadata: { by: 'them' } });
  await service.users.create({ uid: 'only-there', name: 'Only there' });
  await service.groups.create({ guid: 'room', name: 'Their room', type: 'private' });
  scenario.put({
    users: [
      { uid: 'same', name: 'Same' },
      { uid: 'other', name: 'Ours' },
      { uid: 'new', name: 'New' },
    ],
    groups: [{ guid: 'room', name: 'Our room' }],
    members: [{ guid: 'room', uid: 'new', joinedAt: AT }],
    messages: [
      { muid: 'M', sender: 'new', receiver: 'same', receiverType: 'user', sentAt: AT, text: 'hello' },
    ],
  });
  const before = await scenario.plan('--online');
  expect(before.entities).toMatchObject({
    users: { new: 1, same: 1, changed: 1, missing: 0, missingOthers: 1 },
    groups: { new: 0, same: 0, changed: 1, missingOthers: 0 },
    members: { new: 1 },
    messages: { new: 1 },
  });
  const { report } = await scenario.run();
  expect(report.entities).toMatchObject({
    users: { created: 1, exists: 2, updated: 0 },
    groups: { exists: 1, updated: 0 },
  });
  expect(await service.users.get('other')).toMatchObject({ name: 'Theirs', metadata: { by: 'them' } });
  expect(await service.groups.get('room')).toMatchObject({ name: 'Their room', type: 'private' });
  const { differences, exitCode } = await verified(scenario.pipeline);
  expect(differences.sort()).toEqual([
    // The row does not say who may enter.
    'groups * room name',
    // Their metadata is not ours.
    'users * other name',
    'users - only-there',
  ]);
  expect(exitCode).toBe(5);
  const again = await runHere('plan', scenario.pipeline, '--online', '--json');
  expect(JSON.parse(again.stdout).cost).toEqual({ batches: 0, single: 0, minutes: 0 });
});
