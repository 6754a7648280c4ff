import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type Answer, type TamperedService, tamperedService } from '../../support/tampered-service.ts';
import { FILES, line, MESSAGES } from './reacted-history.ts';

/** How a read of what was there before fails the first time. */
const FAULTS: Readonly<Record<string, Answer>> = {
  'no answer': { status: 0, body: {} },
  'an answer of a gateway': { status: 502, body: '<html>Bad gateway</html>' },
  'an error of the service': { status: 500, body: { error: { code: 'ERR_INTERNAL', message: 'failed' } } },
  'an answer of something else': { status: 200, body: '<html>Log in</html>' },
};
const READS = /auth_tokens|blockedusers|^\/messages\/\d+$|\/reactions\//;
const HANGING = 'tokens: { path: tokens.csv }, blocks: { path: blocks.csv }, pins: { path: pins.csv }';
const ENTITIES = ['tokens', 'blocks', 'pins', 'reactions'] as const;

/** Writes the pipeline `name` with these sources. */
const pipelineOf = (service: TamperedService, name: string, sources: string): string =>
  service.write(
    `${name}.yaml`,
    `version: 1\nname: ${name}\n${service.target} }\nsources: { ${sources} }\npolicies: { reactions: write, pins: write }\nlimits: { requestsPerMinute: 10000000 }\n`,
  );

const BASE = 'users: { path: users.csv }, groups: { path: groups.csv }, messages: { path: messages.ndjson }';

/** A service in which others have given a token, a block, a pin and a reaction; the rows of both they and we have. */
async function serviceOfOthers(service: TamperedService): Promise<void> {
  for (const name of ['users.csv', 'groups.csv'] as const) service.write(name, FILES[name]);
  service.write('messages.ndjson', MESSAGES.map(line).join(''));
  await service.run('run', pipelineOf(service, 'before', BASE), '--yes', '--json');
  await service.service.authTokens.create('ann');
  await service.service.blockedUsers.block('ann', ['ben']);
  for await (const { id, muid } of service.service.messages.list())
    if (muid === 'm 1') {
      await service.service.messages.pin(id, { onBehalfOf: 'ann' });
      await service.service.reactions.add(id, '👍', { onBehalfOf: 'ann' });
    }
  service.write('tokens.csv', 'uid\nann\nben\n');
  service.write('blocks.csv', 'uid,blockedUid\nann,ben\nann,cat\n');
  service.write('pins.csv', 'muid,uid\nm 1,ann\nm-2,\n');
  service.write('reactions.csv', 'muid,uid,reaction\nm 1,ann,👍\nm 1,ben,👍\n');
}

/** What the service has of them. */
async function left({ service }: TamperedService): Promise<string[]> {
  const found: string[] = [];
  for (const uid of ['ann', 'ben']) {
    for await (const _ of service.authTokens.list(uid)) found.push(`token of ${uid}`);
    for await (const { uid: blocked } of service.blockedUsers.list(uid))
      found.push(`${uid} blocks ${blocked}`);
  }
  for await (const { id, muid, pinnedAt } of service.messages.list()) {
    if (pinnedAt !== undefined) found.push(`pin of ${muid}`);
    for await (const { uid } of service.reactions.list(id)) found.push(`reaction of ${uid}`);
  }
  return found.sort();
}

test.each(Object.entries(FAULTS))(
  'the read of what was there before gets %s: it makes nothing ours, and undo keeps it',
  async (_, fault) => {
    await using service = await tamperedService();
    await serviceOfOthers(service);
    const failed = new Set<string>();
    service.tamper(async ({ method, path }, forward) => {
      const place = path.replace(/\?.*/, '');
      if (method !== 'GET' || !READS.test(place) || failed.has(place)) return await forward();
      failed.add(place);
      return fault;
    });
    const pipeline = pipelineOf(service, 'ours', `${BASE}, ${HANGING}, reactions: { path: reactions.csv }`);
    const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
    if (stdout === '') throw new Error(stderr);
    const { entities } = JSON.parse(stdout) as Report;
    for (const name of ENTITIES)
      expect([name, entities[name]]).toEqual([name, expect.objectContaining({ created: 1, exists: 1 })]);
    expect(failed.size).toBeGreaterThanOrEqual(6);
    const asked = JSON.parse((await service.run('undo', pipeline, '--json')).stdout) as { confirm: string };
    expect((await service.run('undo', pipeline, '--confirm', asked.confirm)).exitCode).toBe(0);
    expect(await left(service)).toEqual(['ann blocks ben', 'pin of m 1', 'reaction of ann', 'token of ann']);
  },
);

const BLOCKS = 'blocks: { path: blocks.csv }';

async function blockedByAnn({ service }: TamperedService): Promise<string[]> {
  const found: string[] = [];
  for await (const { uid } of service.blockedUsers.list('ann')) found.push(uid);
  return found.sort();
}

test('a run that ended before its blocks were answered: one that is older than the run is not ours', async () => {
  await using service = await tamperedService();
  service.write('users.csv', FILES['users.csv']);
  service.write('blocks.csv', 'uid,blockedUid\nben,cat\nann,ben\nann,cat\n');
  await service.run('run', pipelineOf(service, 'before', 'users: { path: users.csv }'), '--yes', '--json');
  await service.service.blockedUsers.block('ann', ['ben']);
  const pipeline = pipelineOf(service, 'ours', BLOCKS);
  service.tamper(async ({ path }, forward) =>
    path.startsWith('/users/ann/blockedusers') ? { status: 0, body: {} } : await forward(),
  );
  const ended = JSON.parse((await service.run('run', pipeline, '--yes', '--json')).stdout) as Report;
  expect(ended.error?.code).toMatch(/OUTAGE|UNREACHABLE/);
  // As if the block had been made days ago.
  service.tamper(async (_, forward) => {
    const { status, body } = await forward();
    const text = JSON.stringify(body).replaceAll(
      /"blockedByMeAt":(\d+)/g,
      (_, at: string) => `"blockedByMeAt":${Number(at) - 300_000}`,
    );
    return { status, body: text };
  });
  const { entities } = JSON.parse((await service.run('run', pipeline, '--yes', '--json')).stdout) as Report;
  expect(entities.blocks).toMatchObject({ created: 2, exists: 1 });
  const asked = JSON.parse((await service.run('undo', pipeline, '--json')).stdout) as { confirm: string };
  expect((await service.run('undo', pipeline, '--confirm', asked.confirm)).exitCode).toBe(0);
  expect(await blockedByAnn(service)).toEqual(['ben']);
});

test('blocks beyond the first 1,000 of a user were there before as well', async () => {
  await using service = await tamperedService();
  const others = Array.from({ length: 1_050 }, (_, n) => `u-${1_000 + n}`);
  service.write('users.csv', `uid,name\nann,Ann\nnew,New\n${others.map((uid) => `${uid},U\n`).join('')}`);
  service.write('blocks.csv', 'uid,blockedUid\nann,u-1003\nann,u-2049\nann,new\n');
  await service.run('run', pipelineOf(service, 'before', 'users: { path: users.csv }'), '--yes', '--json');
  await service.service.blockedUsers.block('ann', others.slice(0, 1_000));
  await service.service.blockedUsers.block('ann', others.slice(1_000));
  const pipeline = pipelineOf(service, 'ours', BLOCKS);
  const { entities } = JSON.parse((await service.run('run', pipeline, '--yes', '--json')).stdout) as Report;
  expect(entities.blocks).toMatchObject({ created: 1, exists: 2 });
  const asked = JSON.parse((await service.run('undo', pipeline, '--json')).stdout) as { confirm: string };
  expect((await service.run('undo', pipeline, '--confirm', asked.confirm)).exitCode).toBe(0);
  expect(await blockedByAnn(service)).toHaveLength(1_050);
});
