import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { jsonHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const CREATED = 1_700_000_000;
const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\ncid,Cid\n',
  'groups.csv': `guid,name,createdAt\nOld,Old,${CREATED}\nnew,New,\n`,
  'members.csv': `guid,uid,joinedAt\nold,ann,${CREATED + 500}\nOLD,ben,\nnew,ben,\n`,
};

/** When the members of a group joined, by uid. */
async function joined({ service }: ServiceHere, guid: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for await (const { uid, joinedAt } of service.members.list(guid)) found[uid] = joinedAt ?? 0;
  return found;
}

test('a member without joinedAt joins when its group was created, not when the run is; of a group without createdAt, when the service says', async () => {
  await using here = await serviceHere({ files: FILES });
  const { exitCode } = await here.json('run', '--yes');
  expect(exitCode).toBe(0);
  expect(await joined(here, 'old')).toEqual({ ann: CREATED + 500, ben: CREATED + 1 });
  expect((await joined(here, 'new'))['ben']).toBeGreaterThan(CREATED + 1_000_000);
  expect((await here.json('verify')).exitCode).toBe(0);
});

test('a file without the column is named before anything is sent, and only where it matters', async () => {
  const named = 'members.csv: no joinedAt: each row gets the createdAt of its group, plus 1 s';
  const files = { ...FILES, 'members.csv': 'guid,uid\nold,ben\n' };
  await using here = await serviceHere({ files });
  for (const command of ['validate', 'plan'])
    expect((await here.json(command)).result.warnings).toContain(named);
  await using other = await serviceHere({ files: { ...files, 'groups.csv': 'guid,name\nold,Old\n' } });
  expect((await other.json('plan')).result.warnings).not.toContain(named);
});

test('in a sync, the same row stays unchanged, and a member of a group that is read no more joins with it', async () => {
  await using here = await serviceHere({ files: FILES, rest: 'sync: { onMissing: keep }' });
  await here.json('run', '--yes');
  writeFileSync(join(here.folder, 'members.csv'), `${FILES['members.csv']}old,cid,\n`);
  const { result } = await here.json<{ entities: { members: object } }>('run', '--yes');
  expect(result.entities.members).toMatchObject({ created: 1, updated: 0, unchanged: 3 });
  expect(await joined(here, 'old')).toEqual({ ann: CREATED + 500, ben: CREATED + 1, cid: CREATED + 1 });
});

test('a run of the members alone gives them the creation of their group, which it does not write', async () => {
  await using here = await serviceHere({ files: FILES });
  await here.json('run', '--yes', '--only', 'users,groups');
  const { exitCode, result } = await here.json('run', '--yes', '--only', 'members');
  expect([exitCode, result.entities.groups.read]).toEqual([0, 0]);
  expect(await joined(here, 'old')).toEqual({ ann: CREATED + 500, ben: CREATED + 1 });
});

test('so does a retry of members, also of groups that it corrects', async () => {
  const rejected = { groups: `bad,Bad,${CREATED}x\n`, members: 'old,nobody,\nbad,cid,\n' };
  await using here = await serviceHere({
    files: {
      ...FILES,
      'groups.csv': FILES['groups.csv'] + rejected.groups,
      'members.csv': FILES['members.csv'] + rejected.members,
    },
    rest: 'thresholds: { rejected: "<90%" }',
  });
  await here.json('run', '--yes');
  const correct = (name: string, from: string, to: string): void => {
    const path = join(here.folder, '.chatferry/here/rejects', name);
    writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
  };
  correct('groups.csv', `${CREATED}x`, `${CREATED + 7}`);
  correct('members.csv', 'nobody', 'cid');
  const { exitCode } = await jsonHere(['rejects', 'retry', here.pipeline, '--yes', '--json']);
  expect(exitCode).toBe(0);
  expect(await joined(here, 'old')).toEqual({ ann: CREATED + 500, ben: CREATED + 1, cid: CREATED + 1 });
  expect(await joined(here, 'bad')).toEqual({ cid: CREATED + 8 });
});
