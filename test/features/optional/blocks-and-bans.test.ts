import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';

const USERS = 'uid,name\nann,Ann\nben,Ben\ncat,Cat\ndan,Dan\n';
const GROUPS = 'guid,name,owner\nteam,Team,ann\nclub,Club,ben\n';
const MEMBERS = 'guid,uid,scope,isBanned\nteam,ann,admin,\nteam,ben,,\nteam,cat,,true\nclub,ben,admin,\n';
const MESSAGES =
  'muid,sender,receiver,receiverType,sentAt,text\nm-1,ann,ben,user,1717200000,Hi\nm-2,ben,team,group,1717200001,Hello\n';
const BLOCKS = 'uid,blockedUid\nann,ben\nANN,ben\nann,cat\nben,ann\ncat,cat\ncat,nobody\n';
const BANS =
  'guid,uid,bannedAt\nteam,ben,1717200100\nTeam,ben,1717200100\nteam,ann,\nteam,dan,\nclub,nobody,\n';
const FILES = {
  'users.csv': USERS,
  'groups.csv': GROUPS,
  'members.csv': MEMBERS,
  'messages.csv': MESSAGES,
  'blocks.csv': BLOCKS,
  'bans.csv': BANS,
};

const writesTo = ({ requests }: ServiceHere, path: RegExp): string[] =>
  requests.filter((line) => !line.startsWith('GET') && path.test(line)).sort();

async function uidsOf(list: AsyncIterable<{ readonly uid: string }>): Promise<string[]> {
  const found: string[] = [];
  for await (const { uid } of list) found.push(uid);
  return found.sort();
}
const blockedBy = ({ service }: ServiceHere, uid: string): Promise<string[]> =>
  uidsOf(service.blockedUsers.list(uid));
const bannedFrom = ({ service }: ServiceHere, guid: string): Promise<string[]> =>
  uidsOf(service.bannedUsers.list(guid));

test('blocks and bans after the messages they would refuse; verify finds all, a second run sends nothing, undo leaves nothing', async () => {
  await using here = await serviceHere({ files: FILES });
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect(exitCode).toBe(4);
  expect(result.balanced).toBe(true);
  expect(result.entities.messages).toMatchObject({ created: 2 });
  expect(result.entities.blocks).toMatchObject({ read: 6, created: 3, skipped: 1, rejected: 2 });
  expect(result.entities.bans).toMatchObject({ read: 5, created: 2, skipped: 1, rejected: 2 });
  expect(result.problems.map(({ code }) => code).sort()).toEqual([
    'BAN.OWNER',
    'BLOCK.SELF',
    'REFERENCE.UNKNOWN',
  ]);
  expect(result.notCarried).toMatchObject({ 'bans.bannedAt': 1 });
  expect(writesTo(here, /blockedusers|bannedusers/)).toEqual([
    'POST /v3/groups/team/bannedusers/ben',
    'POST /v3/groups/team/bannedusers/dan',
    'POST /v3/users/ann/blockedusers',
    'POST /v3/users/ben/blockedusers',
  ]);
  expect([await blockedBy(here, 'ann'), await blockedBy(here, 'ben')]).toEqual([['ben', 'cat'], ['ann']]);
  expect(await bannedFrom(here, 'team')).toEqual(['ben', 'cat', 'dan']);

  const again = await here.json<Report>('run', '--yes');
  expect(again.result.requests.sent).toBe(0);

  const verified = await here.json<{ entities: Record<string, object> }>('verify');
  expect(verified.result.entities).toMatchObject({
    members: { same: 4, onlySource: 0, onlyTarget: 0, differs: 0 },
    blocks: { same: 3, onlySource: 0, onlyTarget: 0 },
    bans: { same: 2, onlySource: 0, onlyTarget: 0 },
  });
  expect((await here.json('verify', '--quick')).exitCode).toBe(verified.exitCode);

  const asked = await here.json<{ confirm: string; entities: Record<string, object> }>('undo');
  expect(asked.result.entities).toMatchObject({ blocks: { implied: 3 }, bans: { implied: 2 } });
  const undone = await here.json('undo', '--confirm', asked.result.confirm);
  expect(undone.exitCode).toBe(0);
  expect(await uidsOf(here.service.users.list())).toEqual([]);
});

test('a sync adds and removes blocks and bans, and makes them again with a user who comes back', async () => {
  await using here = await serviceHere({
    files: {
      ...FILES,
      'blocks.csv': 'uid,blockedUid\nann,ben\nann,cat\n',
      'bans.csv': 'guid,uid\nteam,dan\nclub,cat\n',
    },
    rest: 'sync: { onMissing: delete, maxDelete: 100% }',
  });
  const put = (name: string, text: string): void => writeFileSync(join(here.folder, name), text);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  put('blocks.csv', 'uid,blockedUid\nann,ben\nben,cat\n');
  put('bans.csv', 'guid,uid\nteam,dan\nclub,dan\n');
  const second = await here.json<Report>('run', '--yes');
  expect(second.result.entities.blocks).toMatchObject({ created: 1, unchanged: 1 });
  expect(second.result.entities.bans).toMatchObject({ created: 1, unchanged: 1 });
  expect(second.result.missing).toMatchObject({ blocks: { deleted: 1 }, bans: { deleted: 1 } });
  expect([await blockedBy(here, 'ann'), await blockedBy(here, 'ben')]).toEqual([['ben'], ['cat']]);
  expect([await bannedFrom(here, 'team'), await bannedFrom(here, 'club')]).toEqual([['cat', 'dan'], ['dan']]);

  // Dan leaves, and the service removes his bans with him; both come back.
  put('users.csv', USERS.replace('dan,Dan\n', ''));
  put('bans.csv', 'guid,uid\nclub,ann\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  put('users.csv', USERS);
  put('bans.csv', 'guid,uid\nteam,dan\nclub,dan\nclub,ann\n');
  expect((await here.json<Report>('run', '--yes')).result.entities.bans).toMatchObject({ created: 2 });
  expect((await here.json('verify', '--one-way')).exitCode).toBe(0);
});

test('what was there before us stays; an undo takes back our blocks and bans and the notes about them', async () => {
  await using here = await serviceHere({
    files: {
      'blocks.csv': 'uid,blockedUid\nann,ben\nann,cat\n',
      'bans.csv': 'guid,uid\nteam,ben\nteam,cat\n',
    },
  });
  const { service } = here;
  for (const uid of ['ann', 'ben', 'cat']) await service.users.create({ uid, name: uid });
  await service.groups.create({ guid: 'team', name: 'Team', type: 'public' });
  await service.blockedUsers.block('ann', ['ben']);
  await service.bannedUsers.ban('team', 'ben');
  const { result } = await here.json<Report>('run', '--yes');
  expect(result.entities.blocks).toMatchObject({ created: 1, exists: 1 });
  expect(result.entities.bans).toMatchObject({ created: 1, exists: 1 });
  const { result: asked } = await here.json<{ confirm: string }>('undo');
  await here.json('undo', '--confirm', asked.confirm);
  expect([await blockedBy(here, 'ann'), await bannedFrom(here, 'team')]).toEqual([['ben'], ['ben']]);
  const notes: string[] = [];
  for await (const { data } of service.messages.listByGroup('team')) {
    const { action, entities } = data as { action: string; entities: { on: { entity: { uid: string } } } };
    notes.push(`${action} ${entities.on.entity.uid}`);
  }
  expect(notes).toEqual(['banned ben']);
});

test('answers are lost: each block and each ban is there once, and is counted as ours', async () => {
  await using service = await tamperedService();
  let lost = 0;
  service.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    const isLost = method === 'POST' && /blockedusers|bannedusers/.test(path) && ++lost % 2 === 1;
    return isLost ? { status: 0, body: {} } : answer;
  });
  for (const [name, text] of Object.entries(FILES)) service.write(name, text);
  const sources = Object.keys(FILES).map((name) => `  ${name.split('.')[0]}: { path: ${name} }\n`);
  const head = `version: 1\nname: lost\n${service.target} }\nsources:\n`;
  const pipeline = service.write('pipeline.yaml', `${head}${sources.join('')}`);
  const { stdout, stderr } = await service.run('run', pipeline, '--yes', '--json');
  if (stdout === '') throw new Error(stderr);
  const { entities } = JSON.parse(stdout) as Report;
  expect(entities.blocks).toMatchObject({ created: 3, exists: 0, inDoubt: 0 });
  expect(entities.bans).toMatchObject({ created: 2, exists: 0, inDoubt: 0 });
  expect(lost).toBeGreaterThan(3);
});
