import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** Several files of one entity: what one of them does not have, it leaves as another has written it. */

const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);

/** Groups in `a.ndjson` and in `b.csv`, which has `g0`. */
async function twoFiles(): Promise<ServiceHere> {
  const here = await serviceHere({
    files: { 'a.ndjson': '', 'b.csv': 'guid,name\ng0,Zero\n', 'groups.csv': 'guid,name\n' },
    rest: 'sync: { onMissing: keep }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  const both = '[{ path: a.ndjson }, { path: b.csv }]';
  writeFileSync(here.pipeline, text.replace('{ path: groups.csv }', both));
  return here;
}

const row = (guid: string, rest = {}): string => `${JSON.stringify({ guid, name: 'Zero', ...rest })}\n`;
const description = { description: 'about' };

test('a field that a file has lost is noticed, also if rows of it were read again in between', async () => {
  await using here = await twoFiles();
  write(here, 'a.ndjson', row('g1', description) + row('g0', description));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'a.ndjson', row('g1') + row('g0'));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([11, expect.stringContaining('a.ndjson: description is missing')]);
});

test('a field that a file has lost is noticed, also if another file has one of its keys', async () => {
  await using here = await twoFiles();
  // The row of the other file has a key that is there before.
  write(here, 'a.ndjson', row('g0') + row('g1', description) + row('g2', description));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'a.ndjson', row('g0') + row('g1') + row('g2'));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([11, expect.stringContaining('a.ndjson: description is missing')]);
});

test('a field that a file has lost is noticed, also if another file has newer rows of its keys', async () => {
  await using here = await twoFiles();
  await here.service.groups.create({ guid: 'g1', name: 'Before', type: 'private', description: 'about' });
  write(
    here,
    'a.ndjson',
    row('g2', { name: 'Old' }) + row('g1', description) + row('g0', { ...description, name: 'Old' }),
  );
  write(here, 'b.csv', 'guid,name\ng0,Zero\ng2,Two\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'a.ndjson', row('g2', { name: 'Old' }) + row('g1') + row('g0', { name: 'Old' }));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([11, expect.stringContaining('description is missing, 2 of 3 rows')]);
});

test('a row of a file with one member of metadata leaves the members that another file has written', async () => {
  const users = 'uid,name\nu0,Zero\nu1,One\n';
  const head = 'muid,sender,receiver,receiverType,sentAt';
  const metadata = '"{""plan"":""gold"",""level"":1}"';
  await using here = await serviceHere({
    files: { 'users.csv': users, 'messages.csv': '', 'b.csv': '' },
    rest: 'sync: { onMissing: keep }',
  });
  writeFileSync(
    here.pipeline,
    readFileSync(here.pipeline, 'utf8').replace('path: messages.csv', 'path: [messages.csv, b.csv]'),
  );
  write(here, 'messages.csv', `${head},text,metadata.team\nm0,u0,u1,user,1790000000,hello,blue\n`);
  write(here, 'b.csv', `${head},text,metadata\nm0,u0,u1,user,1790000000,hello,${metadata}\n`);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'b.csv', `${head},metadata\nm0,u0,u1,user,1790000000,${metadata}\n`);
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  const message = (await Array.fromAsync(here.service.messages.list())).find(({ muid }) => muid === 'm0');
  expect(message?.data?.metadata).toMatchObject({ plan: 'gold', level: 1 });
});

test('a field that only refused rows have besides one is a column of its source', async () => {
  const group = (guid: string, rest: object): string => `${JSON.stringify({ guid, name: 'G', ...rest })}\n`;
  const icon = { icon: 'https://x.example/i.png' };
  await using here = await serviceHere({
    files: {
      'groups.ndjson': group('g0', icon) + group('g1', { ...icon, owner: 'nobody' }),
      'users.csv': 'uid,name\nu,U\n',
    },
    rest: 'sync: { onMissing: keep }',
  });
  await here.service.groups.create({ guid: 'g0', name: 'Before', type: 'private' });
  expect((await here.json('run', '--yes')).exitCode).toBe(4);
  write(here, 'groups.ndjson', group('g0', {}) + group('g1', { owner: 'nobody' }));
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([11, expect.stringContaining('icon is missing')]);
  expect((await here.service.groups.get('g0')).icon).toBe(icon.icon);
});

test('a field that a file of objects has lost stays, also if another file still has it', async () => {
  await using here = await twoFiles();
  const text = readFileSync(here.pipeline, 'utf8');
  const one = text.replace('[{ path: a.ndjson }, { path: b.csv }]', '{ path: [a.ndjson, b.csv] }');
  writeFileSync(here.pipeline, one);
  write(here, 'a.ndjson', row('g1', { tags: ['about'] }) + row('g2', { tags: ['about'] }));
  write(here, 'b.csv', 'guid,name,tags\ng0,Zero,zero\n');
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'a.ndjson', row('g1', { about: 'about' }) + row('g2', { about: 'about' }));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  for (const guid of ['g1', 'g2'])
    expect(await here.service.groups.get(guid)).toMatchObject({ tags: ['about'] });
  // One row of the file has the field again: another one without it has lost it.
  write(here, 'a.ndjson', row('g1', { tags: ['about'] }) + row('g2', { tags: ['about'] }));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'a.ndjson', row('g1', { tags: ['about'] }) + row('g2'));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await here.service.groups.get('g2')).not.toHaveProperty('tags');
});

test('a field that one of several files has lost is said, once, and stays', async () => {
  const link = 'https://example.org/a.png';
  await using here = await serviceHere({
    files: { 'a.csv': `uid,name,link\nu0,Zero,${link}\nu1,One,\n`, 'b.csv': '', 'users.csv': '' },
    rest: 'sync: { onMissing: keep }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: users.csv', 'path: [a.csv, b.csv]'));
  write(here, 'b.csv', `uid,name,link\nu2,Two,${link}\nu3,Three,\n`);
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'b.csv', 'uid,name\nu2,Two B\nu3,Three\n');
  const planned = await runHere(['plan', here.pipeline]);
  const said = 'b.csv has no link any more, but other files of users do';
  expect(planned.stderr + planned.stdout).toContain(said);
  const { exitCode, stdout } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(said)]);
  expect(await here.service.users.get('u2')).toMatchObject({ name: 'Two B', link });
  const next = await runHere(['run', here.pipeline, '--yes']);
  expect(next.exitCode).toBe(0);
  expect(next.stdout).not.toContain(said);
});

test('a field that one of several files of objects has lost is said, and stays', async () => {
  const icon = { icon: 'https://example.org/a.png' };
  await using here = await serviceHere({
    files: { 'a.ndjson': '', 'b.ndjson': '', 'groups.csv': '' },
    rest: 'sync: { onMissing: keep }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: groups.csv', 'path: [a.ndjson, b.ndjson]'));
  write(here, 'a.ndjson', row('g0', icon) + row('g1', icon));
  write(here, 'b.ndjson', row('g2', icon) + row('g3', icon));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'b.ndjson', row('g2', { name: 'Two' }) + row('g3'));
  const { exitCode, stdout } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stdout]).toEqual([
    0,
    expect.stringContaining('b.ndjson has no icon any more, but other files of groups do'),
  ]);
  expect(await here.service.groups.get('g2')).toMatchObject(icon);
});

test('rows that own all fields are not said to keep what one of several files has lost', async () => {
  const link = 'https://example.org/a.png';
  const columns = 'uid,name,link\n';
  await using here = await serviceHere({
    files: { 'a.csv': `${columns}u0,Zero,${link}\n`, 'b.csv': `${columns}u2,Two,${link}\n`, 'users.csv': '' },
    rest: 'sync: { onMissing: keep, fields: all }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: users.csv', 'path: [a.csv, b.csv]'));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  write(here, 'b.csv', 'uid,name\nu2,Two\n');
  const { exitCode, stdout } = await runHere(['run', here.pipeline, '--yes']);
  expect(exitCode).toBe(0);
  expect(await here.service.users.get('u2')).not.toHaveProperty('link');
  expect(stdout).not.toContain('its rows keep');
  write(here, 'a.csv', 'uid,name\nu0,Zero\n');
  const stopped = await runHere(['run', here.pipeline, '--yes']);
  expect(stopped.stderr).toContain('GUARD.COLUMNS_GONE');
  const id = /--confirm (\w+)/.exec(stopped.stderr)?.[1] as string;
  const confirmed = await runHere(['run', here.pipeline, '--yes', '--confirm', id]);
  expect(confirmed.exitCode).toBe(0);
  expect(await here.service.users.get('u0')).not.toHaveProperty('link');
  expect(confirmed.stdout).not.toContain('keep the values of the service');
});
