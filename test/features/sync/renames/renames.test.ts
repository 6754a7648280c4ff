import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../../src/features/plan/plan-document.ts';
import { mainHere } from '../../../support/main-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name,type,owner\ng,G,private,ann\n',
  'members.csv': 'guid,uid,scope\ng,ann,admin\ng,ben,participant\n',
  'messages.csv':
    'muid,sender,receiver,receiverType,sentAt,text\n' +
    'm1,ann,g,group,2026-11-01T10:00:00Z,in group\n' +
    'm2,ben,ann,user,2026-11-01T10:01:00Z,to ann\n' +
    'm3,ann,ben,user,2026-11-01T10:02:00Z,from ann\n',
};

const nightly = (rest = 'sync: {}', files: Readonly<Record<string, string>> = FILES): Promise<ServiceHere> =>
  serviceHere({ files, rest });

/** Renames a person in all files. */
function rename({ folder }: ServiceHere, from: RegExp, to: string, files: object = FILES): void {
  for (const name of Object.keys(files)) {
    const path = join(folder, name);
    const [head = '', ...rows] = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [head, ...rows.map((row) => row.replaceAll(from, to))].join('\n'));
  }
}

const ANN = /(?<=^|,)ann(?=,|$)/g;

const add = ({ pipeline }: ServiceHere, line: string): void =>
  writeFileSync(pipeline, `${readFileSync(pipeline, 'utf8')}\n${line}\n`);

const writes = ({ requests }: ServiceHere, since = 0): readonly string[] =>
  requests.slice(since).filter((each) => !each.startsWith('GET'));

async function senders({ service }: ServiceHere): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const { muid, sender } of service.messages.list({ limit: 100 })) if (muid) found[muid] = sender;
  return found;
}

const uids = async ({ service }: ServiceHere): Promise<readonly string[]> =>
  (await Array.fromAsync(service.users.list())).map(({ uid }) => uid).sort();

describe('a person whose key has changed at the source', () => {
  test('is named by plan with the line to write, and by run, and keeps the history once the line is there', async () => {
    await using here = await nightly();
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    rename(here, ANN, 'ann-lee');

    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.renames).toEqual([
      { entity: 'users', missing: 'ann', new: 'ann-lee', line: 'users,ann-lee,ann' },
    ]);
    const shown = await mainHere(['plan', here.pipeline]);
    expect(shown.out).toMatch(/\? users: ann-lee is new and ann is missing, and everything else is equal/);
    expect(shown.out).toMatch(/^ {6}entity,source,id\n {6}users,ann-lee,ann$/m);
    expect(shown.out).toContain('idMap: ids.csv');

    add(here, 'idMap: own.csv');
    writeFileSync(join(here.folder, 'own.csv'), 'entity,source,id\nusers,zoe,zoe-1\n');
    const declared = await mainHere(['plan', here.pipeline]);
    expect(declared.out).toMatch(/a line for own\.csv \(idMap\):\n {6}users,ann-lee,ann$/m);

    writeFileSync(join(here.folder, 'own.csv'), 'entity,source,id\nusers,ann-lee,ann\n');
    const sent = here.requests.length;
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems, writes(here, sent)]).toEqual([0, [], []]);
    expect(result.missing?.users).toMatchObject({ kept: 0 });
    expect([await uids(here), await senders(here)]).toEqual([
      ['ann', 'ben'],
      { m1: 'ann', m2: 'ben', m3: 'ann' },
    ]);
    expect((await here.json('verify')).exitCode).toBe(0);

    // What the person writes from now on is theirs, too.
    const messages = join(here.folder, 'messages.csv');
    writeFileSync(
      messages,
      `${readFileSync(messages, 'utf8')}m4,ann-lee,g,group,2026-11-02T10:00:00Z,as ann-lee\n`,
    );
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await senders(here)).toMatchObject({ m4: 'ann' });
  });

  test('is found again after a night on which nobody wrote the line: the hint of the refused rows names it', async () => {
    await using here = await nightly();
    await here.json('run', '--yes');
    rename(here, ANN, 'ann-lee');
    const { exitCode, result } = await here.json('run', '--yes');
    const fixed = result.problems.find(({ code }) => code === 'SYNC.FIXED_FIELD');
    expect([exitCode, fixed?.count]).toEqual([4, 3]);
    expect(fixed?.hint).toContain('users,ann-lee,ann');
    expect(result.warnings.join()).toContain('users,ann-lee,ann');

    writeFileSync(join(here.folder, 'ids.csv'), 'entity,source,id\nusers,ann-lee,ann\n');
    add(here, 'idMap: ids.csv');
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(await senders(here)).toEqual({ m1: 'ann', m2: 'ben', m3: 'ann' });
  });

  test('has the line in the words of the file where ids are made by a step', async () => {
    const files = { ...FILES, 'users.csv': 'mail,name\nann@x.org,Ann\nben@x.org,Ben\n' };
    const map = (path: string, fields: string) => `{ path: ${path}, map: { ${fields} } }`;
    await using here = await nightly('sync: {}', files);
    const pipeline = readFileSync(here.pipeline, 'utf8').replace(/^sources:[\s\S]*?(?=^sync)/m, () =>
      ['sources:', `  users: ${map('users.csv', 'uid: { from: mail, as: slug }')}`, ''].join('\n'),
    );
    writeFileSync(here.pipeline, pipeline);
    await here.json('run', '--yes');
    const before = await uids(here);
    rename(here, /ann@x\.org/g, 'Ann.Lee@x.org', { 'users.csv': '' });
    const ann = before.find((uid) => uid.startsWith('ann')) ?? '';
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.renames).toMatchObject([{ line: `users,Ann.Lee@x.org,${ann}` }]);
    writeFileSync(join(here.folder, 'ids.csv'), `entity,source,id\nusers,Ann.Lee@x.org,${ann}\n`);
    add(here, 'idMap: ids.csv');
    expect((await here.json('run', '--yes')).result.entities.users).toMatchObject({ unchanged: 2 });
    expect(await uids(here)).toEqual(before);
  });

  test('keeps the person also with onMissing: delete, and groups are named as users are', async () => {
    await using here = await nightly('sync: { onMissing: delete }\nidMap: ids.csv', {
      ...FILES,
      'ids.csv': 'entity,source,id\n',
    });
    await here.json('run', '--yes');
    rename(here, /(?<=^|,)g(?=,|$)/g, 'g2');
    const planned = await here.json<PlanDocument>('plan');
    expect(planned.result.renames).toMatchObject([{ entity: 'groups', line: 'groups,g2,g' }]);
    writeFileSync(join(here.folder, 'ids.csv'), 'entity,source,id\ngroups,g2,g\nusers,Ann,ann\n');
    rename(here, ANN, 'Ann');
    const sent = here.requests.length;
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect(writes(here, sent)).toEqual([]);
  });

  test('two who look alike are not named: nobody knows who is who', async () => {
    const files = { 'users.csv': 'uid,name\na1,Alex\na2,Alex\nben,Ben\n' };
    await using here = await nightly('sync: {}', files);
    await here.json('run', '--yes');
    writeFileSync(join(here.folder, 'users.csv'), 'uid,name\nb1,Alex\nb2,Alex\nben,Ben\n');
    expect((await here.json<PlanDocument>('plan')).result.renames).toBeUndefined();
    writeFileSync(join(here.folder, 'users.csv'), 'uid,name\na1,Alex\nb2,Alex\nben,Ben\n');
    expect((await here.json<PlanDocument>('plan')).result.renames).toMatchObject([{ missing: 'a2' }]);
  });
});

describe('an idMap that leads astray', () => {
  const ids = (...rows: readonly string[]): string => `entity,source,id\n${rows.join('\n')}\n`;
  const withIds = (text: string, users = FILES['users.csv']): Promise<ServiceHere> =>
    nightly('sync: {}\nidMap: ids.csv', { 'users.csv': users, 'ids.csv': text });

  test('two ids for one row end the command', async () => {
    await using here = await withIds(ids('users,ann,a1', 'users,ann,a2'));
    const { code, err } = await mainHere(['run', here.pipeline, '--yes']);
    expect([code, writes(here)]).toEqual([2, []]);
    expect(err).toContain('LOOKUP.KEY_REPEATED');
  });

  test('a circle is said: ids are taken once, so the two change places', async () => {
    await using here = await withIds(ids('users,ann,ben', 'users,ben,ann', 'users,zoe,zoe'));
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.warnings]).toEqual([
      0,
      [
        'idMap: users ann → ben → ann is a circle; each id is taken once, so they change places: write only the ids that differ in the service',
      ],
    ]);
    const names = await Promise.all(
      ['ann', 'ben'].map(async (uid) => (await here.service.users.get(uid)).name),
    );
    expect(names).toEqual(['Ben', 'Ann']);
  });

  test('two source ids for one id are one person: different rows of them in one file are refused', async () => {
    await using here = await withIds(
      ids('users,ann-lee,ann'),
      'uid,name\nann,Ann\nann-lee,Ann Lee\nben,Ben\n',
    );
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems.map(({ code }) => code)]).toEqual([4, ['ROW.DUPLICATE']]);
    expect((await here.service.users.get('ann')).name).toBe('Ann');
  });

  test('an id that has lost digits is refused as without an idMap, and capitals mean the same id', async () => {
    await using here = await nightly('sync: {}\nidMap: ids.csv', {
      'users.ndjson': '{"uid":12345678901234567890,"name":"N"}\n{"uid":"ANN-LEE","name":"Ann"}\n',
      'ids.csv': ids('users,ann-lee,ann'),
    });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems.map(({ code }) => code)]).toEqual([4, ['ID.PRECISION_LOST']]);
    expect(await uids(here)).toEqual(['ann']);
  });
});
