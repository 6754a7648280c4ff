import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { messageLines, USERS } from '../../e2e/workspace.ts';
import { changePipeline } from '../../features/fleet/shards/stages-here.ts';
import { runHere } from '../../support/command-here.ts';
import { mainHere } from '../../support/main-here.ts';
import { repository } from '../../support/repository.ts';
import { type RemoteHere, remoteHere, SECRET } from './remote-here.ts';

/** An export of another system, in three files. */
const EXPORT = join(repository, 'samples/exports/sendbird');
const GROUPS = 'guid,name,owner\nteam,Team,ann\n';
const MEMBERS = 'guid,uid,scope\nteam,ann,admin\nteam,ben,participant\n';
const FILES = {
  'users.csv': USERS,
  'groups.csv': GROUPS,
  'members.csv': MEMBERS,
  'messages.ndjson.gz': gzipSync(messageLines(300)),
};
const COMMANDS = [
  ['validate'],
  ['plan'],
  ['run', '--yes'],
  ['verify'],
  ['status'],
  ['doctor'],
  ['config', 'show'],
];

const stateOf = ({ at }: RemoteHere): string => join(at.folder, '.chatferry/here');
const said = async ({ at }: RemoteHere, ...words: readonly string[]) => {
  const { exitCode, stdout, stderr } = await runHere([...words, at.pipeline, '--json']);
  expect(stdout + stderr).not.toContain(SECRET);
  return { exitCode, result: JSON.parse(stdout || '{}'), stderr };
};

/** Every file below a folder, with its text. */
function filesBelow(folder: string): readonly (readonly [path: string, text: string])[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => [path, readFileSync(path, 'latin1')] as const);
}

test('a run, and all that looks at it, of files on a server; what signs an address is kept nowhere', async () => {
  await using remote = await remoteHere(FILES);
  const { host } = remote;
  for (const words of COMMANDS) expect([words, (await said(remote, ...words)).exitCode]).toEqual([words, 0]);
  // Those before the run fetch for themselves; the run keeps its copies, and those after it find them.
  const times = host.fetched().filter((each) => each.startsWith('/day/users.csv'));
  expect(times).toEqual(Array(3).fill('/day/users.csv 0'));
  for (const [path, text] of filesBelow(stateOf(remote))) {
    expect(text, path).not.toContain(SECRET);
    if (path.includes('/prepared/')) expect(statSync(path).mode & 0o077, path).toBe(0);
  }
  const { checkpoint } = JSON.parse(readFileSync(join(stateOf(remote), 'checkpoint.json'), 'utf8'));
  const paths = Object.keys(FILES).map((name) => `${host.origin}/day/${name}`);
  expect(checkpoint.inputs.map(({ path }: { path: string }) => path)).toEqual(paths);
});

test('what is wrong with a row of a file on a server is said with its address', async () => {
  await using remote = await remoteHere({ ...FILES, 'users.csv': 'uid,name\nann,Ann\nbad id!,Bad\n' });
  const { exitCode, result } = await said(remote, 'validate');
  expect(exitCode).toBe(4);
  const samples = result.problems.flatMap((each: { samples: object[] }) => each.samples);
  expect(samples).toContainEqual(
    expect.objectContaining({ file: `${remote.host.origin}/day/users.csv`, line: 3 }),
  );
});

test('an error in a file on a server names its address, and not the copy', async () => {
  await using remote = await remoteHere({ ...FILES, 'users.csv': 'uid,uid\nann,Ann\n' });
  const { err, code } = await mainHere(['validate', remote.at.pipeline]);
  expect(code).toBe(2);
  expect(err).toContain(`${remote.host.origin}/day/users.csv:1`);
  expect(err).not.toContain('/remote/');
});

describe('a file on a server is any file of a pipeline', () => {
  test('joined, looked up, of ids', async () => {
    await using remote = await remoteHere({ 'users.csv': 'uid,code\nu1,r1\n' });
    const { host, at } = remote;
    const joined = host.put('/names.csv', 'id,name\nu1,https://a.example/ann\n');
    const looked = host.put('/roles.csv', 'old,new\nr1,Ann\n');
    const ids = host.put('/ids', 'entity,source,id\nusers,u1,ann\n');
    changePipeline(at.pipeline, (text) =>
      text.replace(
        / {2}users: \{ path: (\S+) \}/,
        `  users: { path: $1, join: { n: { path: "${joined}?s=${SECRET}", on: { id: uid } } }, map: { uid: uid, link: n.name, name: { from: code, lookup: { file: "${looked}?s=${SECRET}", key: old, value: new } } } }\nidMap: "${ids}?s=${SECRET}"`,
      ),
    );
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 0 });
    const [user] = await Array.fromAsync(at.service.users.list());
    expect(user).toMatchObject({ uid: 'ann', name: 'Ann', link: 'https://a.example/ann' });
    // Also those that no row stands in are files that the run began with.
    host.put('/names.csv', 'id,name\nu1,https://a.example/bea\n');
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 9 });
  });

  test('the export of another system', async () => {
    await using remote = await remoteHere({ 'users.csv': USERS });
    const { host, at } = remote;
    const urls = readdirSync(EXPORT).map((name) => host.put(`/${name}`, readFileSync(join(EXPORT, name))));
    changePipeline(at.pipeline, (text) =>
      text.replace(/ {2}users: .*/, `  export: { system: auto, path: [${urls.join('?s=1, ')}] }`),
    );
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 0, result: { balanced: true } });
    expect(await said(remote, 'verify')).toMatchObject({ exitCode: 0 });
  });
});

describe('another version on the server', () => {
  test('an unfinished run says so, and goes on when the version is back', async () => {
    const bad = `${messageLines(300)}{"muid":1}\n`;
    await using remote = await remoteHere({ ...FILES, 'messages.ndjson.gz': gzipSync(bad) });
    changePipeline(remote.at.pipeline, (text) => text.replace('limits: {', 'limits: { maxRejects: 0,'));
    const { host } = remote;
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 11 });
    host.put('/day/users.csv', 'uid,name\nzoe,Zoe\nben,B\ncy,Cy\n');
    const changed = await runHere(['run', remote.at.pipeline, '--yes']);
    expect([changed.exitCode, changed.stderr]).toEqual([9, expect.stringContaining('STATE.INPUT_CHANGED')]);
    expect(changed.stderr).toContain(`${host.origin}/day/users.csv`);
    host.put('/day/users.csv', USERS);
    changePipeline(remote.at.pipeline, (text) => text.replace('maxRejects: 0', 'maxRejects: 9'));
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 4, result: { balanced: true } });
  });

  test('a finished run that is started again asks, and fetches nothing', async () => {
    await using remote = await remoteHere(FILES);
    const { host } = remote;
    await said(remote, 'run', '--yes');
    const before = host.fetched().length;
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 0 });
    expect(host.fetched().length).toBe(before);
    host.put('/day/groups.csv', 'guid,name,owner\nteam,Teams,ann\n');
    expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 9 });
  });

  test('a nightly sync fetches what has changed, whatever signs its addresses', async () => {
    await using remote = await remoteHere(FILES, 'sync: { onMissing: keep }');
    const { host, at } = remote;
    await said(remote, 'run', '--yes');
    const first = host.fetched().length;
    changePipeline(at.pipeline, (text) => text.replaceAll(SECRET, `${SECRET}-of-the-next-night`));
    const second = await said(remote, 'run', '--yes');
    expect([second.exitCode, host.fetched().length]).toEqual([0, first]);
    host.put('/day/users.csv', USERS.replace('Ann', 'Anna'));
    const third = await said(remote, 'run', '--yes');
    expect(third).toMatchObject({ exitCode: 0, result: { entities: { users: { updated: 1 } } } });
    expect(host.fetched().slice(first)).toEqual(['/day/users.csv 0']);
  });

  test('a run that starts over takes the new version', async () => {
    await using remote = await remoteHere(FILES);
    await said(remote, 'run', '--yes');
    remote.host.put('/day/users.csv', `${USERS}zoe,Zoe\n`);
    const again = await said(remote, 'run', '--yes', '--fresh');
    expect(again).toMatchObject({ exitCode: 0, result: { entities: { users: { created: 1 } } } });
  });
});

test('rejected rows are tried again though the address of their file is no longer allowed', async () => {
  await using remote = await remoteHere({ ...FILES, 'users.csv': `${USERS}bad id!,Bad\n` });
  expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 4 });
  const rejects = readFileSync(join(stateOf(remote), 'rejects/users.csv'), 'utf8');
  expect(rejects).toContain(`${remote.host.origin}/day/users.csv`);
  remote.host.behave((_, response) => {
    response.writeHead(403).end();
    return true;
  });
  expect(await said(remote, 'rejects', 'retry', '--yes')).toMatchObject({ exitCode: 4 });
});

test('a copy goes with a person who is forgotten, also a compressed one', async () => {
  await using remote = await remoteHere({
    'users.csv': USERS,
    'messages.ndjson.gz': gzipSync(messageLines(3)),
  });
  const { at } = remote;
  changePipeline(at.pipeline, (text) => text.replace(/ {2}users: .*\n/, '').replace('here', 'other'));
  await said(remote, 'run', '--yes');
  const copies = join(at.folder, '.chatferry/other/prepared/remote');
  expect(existsSync(copies)).toBe(true);
  expect(await said(remote, 'forget', '--uid', 'ann', '--yes')).toMatchObject({ exitCode: 0 });
  expect(existsSync(copies)).toBe(false);
});

test('what only looks at files says what to do with an address', async () => {
  for (const command of ['inspect', 'init']) {
    const { code, err } = await mainHere([command, `https://files.example.com/a.csv?key=${SECRET}`]);
    expect([code, err]).toEqual([2, expect.stringContaining('USAGE.INVALID')]);
    expect(err).not.toContain(SECRET);
  }
});

test('copies of what the pipeline does not name any more are removed; those that are lost come again', async () => {
  await using remote = await remoteHere(FILES, 'sync: { onMissing: keep }');
  const { at, host } = remote;
  await said(remote, 'run', '--yes');
  const copies = join(stateOf(remote), 'prepared/remote');
  expect(readdirSync(copies).length).toBe(8);
  const other = host.put('/other/users.csv', USERS);
  changePipeline(at.pipeline, (text) => text.replace(/"\S+users.csv\S+"/, other));
  await said(remote, 'run', '--yes');
  expect(readdirSync(copies).length).toBe(8);
  rmSync(copies, { recursive: true });
  expect(await said(remote, 'run', '--yes')).toMatchObject({ exitCode: 0 });
  expect(existsSync(copies)).toBe(true);
});

describe('an address that is none', () => {
  test.each([
    ['http://files.example.com/a.csv?k=s3cr3t', /plain http is allowed only on this machine/],
    ['s3://bucket/a.csv?k=s3cr3t', /a source is a file or https:/],
    ['https://files.example.com/*.csv?k=s3cr3t', /an address names one file/],
    ['https://?k=s3cr3t', /not a complete address/],
  ])('%s', async (path, message) => {
    await using remote = await remoteHere(FILES);
    changePipeline(remote.at.pipeline, (text) => text.replace(/"\S+users.csv\S+"/, `"${path}"`));
    const { exitCode, stderr } = await said(remote, 'validate');
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('CONFIG.INVALID')]);
    expect(stderr).toMatch(message);
  });
});
