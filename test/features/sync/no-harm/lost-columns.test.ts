import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** A column that the last sync run had and that is gone stops the next one, before anything is sent. */

const SYNC = 'sync: {}';
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);
const lines = (header: string, rows: readonly string[]): string => `${[header, ...rows].join('\n')}\n`;
const writes = (requests: readonly string[]): readonly string[] =>
  requests.filter((each) => !each.startsWith('GET '));

/** Runs the sync, which is to be stopped by a guard with nothing sent; returns what it says and its id. */
async function stopped(here: ServiceHere): Promise<{ message: string; id: string; code: string }> {
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect(exitCode).toBe(11);
  expect(writes(here.requests)).toEqual([]);
  const [code = '', message = '', hint = ''] = stderr.split('\n');
  return { code, message, id: /--confirm (\w+)/.exec(hint)?.[1] ?? '' };
}

async function landed(here: ServiceHere, ...options: readonly string[]): Promise<readonly string[]> {
  here.requests.length = 0;
  const { exitCode, result } = await here.json('run', '--yes', ...options);
  expect(exitCode).toBe(0);
  return result.warnings;
}

const typesOf = async ({ service }: ServiceHere): Promise<Record<string, number>> => {
  const found: Record<string, number> = {};
  for (const { type } of await Array.fromAsync(service.groups.list()))
    found[type as string] = (found[type as string] ?? 0) + 1;
  return found;
};

test('a lost type of groups stops the sync; confirmed, every group stays as it is', async () => {
  const rows = [
    ...numbers(40).map((n) => `p${n},P ${n},private`),
    ...numbers(60).map((n) => `o${n},O ${n},public`),
  ];
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name\nu1,One\n', 'groups.csv': lines('guid,name,type', rows) },
    rest: 'sync: { onMissing: keep }',
  });
  await landed(here);
  write(
    here,
    'groups.csv',
    lines(
      'guid,name',
      rows.map((row) => row.slice(0, row.lastIndexOf(','))),
    ),
  );
  const { code, message, id } = await stopped(here);
  expect([code, message]).toEqual([
    'GUARD.COLUMNS_GONE',
    'groups.csv: type is missing, 100 of 100 rows had a value in the last sync run',
  ]);
  // It stays so until somebody says that it is right, and a plan says the same.
  expect(await stopped(here)).toEqual({ code, message, id });
  const plan = await here.json<{ id: string; guard: { code: string } }>('plan');
  expect([plan.result.id, plan.result.guard.code]).toEqual([id, 'GUARD.COLUMNS_GONE']);
  expect(await landed(here, '--confirm', id)).toContain(
    'groups.csv has no type any more: the groups keep the values of the service',
  );
  expect(writes(here.requests)).toEqual([]);
  expect(await typesOf(here)).toEqual({ private: 40, public: 60 });
  // From now on it is not expected.
  expect(await landed(here)).toEqual([]);
  const kept = join(here.folder, '.chatferry', 'here', 'sync', 'shape.json');
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(kept, 'utf8')).entities).toHaveLength(2);
});

test('a renamed column is named with its new name, and mapped again it is no loss', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,avatar\na,A,https://x.example/a\nb,B,\n' },
    rest: SYNC,
  });
  await landed(here);
  write(here, 'users.csv', 'uid,name,picture\na,A,https://x.example/a\nb,B,\n');
  expect((await stopped(here)).message).toBe(
    'users.csv: avatar is missing, 1 of 2 rows had a value in the last sync run; new: users.csv: picture',
  );
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('users.csv }', 'users.csv, map: { avatar: picture } }'));
  expect(await landed(here)).toEqual(['new column: users.csv: picture']);
  expect(writes(here.requests)).toEqual([]);
  // The user takes it out of the map: the same loss, said as what it is.
  writeFileSync(here.pipeline, text);
  expect((await stopped(here)).message).toContain('users.csv: avatar is missing, 1 of 2');
  writeFileSync(here.pipeline, text.replace('users.csv }', 'users.csv, map: { avatar: null } }'));
  write(here, 'users.csv', 'uid,name,avatar\na,A,https://x.example/a\nb,B,\n');
  expect((await stopped(here)).message).toContain('avatar is no longer filled by the pipeline, 1 of 2');
  expect((await here.service.users.get('a')).avatar).toBe('https://x.example/a');
});

test('a column that is empty in every row stops the sync; in one file of two it does not', async () => {
  const rows = (file: string, avatar: string): string =>
    lines(
      'uid,name,avatar',
      numbers(30).map((n) => `${file}${n},N,${avatar}`),
    );
  const url = 'https://x.example/a';
  await using here = await serviceHere({
    files: { 'users/1.csv': rows('a', url), 'users/2.csv': rows('b', url) },
    rest: '  users: { path: users/*.csv }\nsync: {}',
  });
  await landed(here);
  write(here, 'users/1.csv', rows('a', ''));
  write(here, 'users/2.csv', rows('b', ''));
  const { code, message, id } = await stopped(here);
  expect([code, message]).toEqual([
    'GUARD.COLUMNS_GONE',
    expect.stringContaining(
      '1.csv: avatar is empty in every row, 60 of 60 rows had a value in the last sync run',
    ),
  ]);
  // One file alone has lost the column: its rows do not say anything of it.
  write(
    here,
    'users/1.csv',
    lines(
      'uid,name',
      numbers(30).map((n) => `a${n},N`),
    ),
  );
  write(here, 'users/2.csv', rows('b', url));
  expect(await landed(here)).toEqual([
    '1.csv has no avatar any more, but other files of users do; its rows keep the values of the service',
  ]);
  expect(writes(here.requests)).toEqual([]);
  expect((await here.service.users.get('a1')).avatar).toBe(url);
  // A confirmation of something else is none.
  write(here, 'users/1.csv', rows('a', ''));
  write(here, 'users/2.csv', rows('b', ''));
  const again = await stopped(here);
  expect(again.code).toBe('GUARD.COLUMNS_GONE');
  expect(again.id).not.toBe(id);
  await landed(here, '--confirm', again.id);
  expect(await here.service.users.get('b1')).not.toHaveProperty('avatar');
});

test('messages without their tags, and with other text: edited only where the text differs', async () => {
  const rows = numbers(30).map((n) => `m${n},a,b,user,17950000${n + 10},Text ${n},t${n}`);
  await using here = await serviceHere({
    files: {
      'users.csv': 'uid,name\na,A\nb,B\n',
      'messages.csv': lines('muid,sender,receiver,receiverType,sentAt,text,tags', rows),
    },
    rest: SYNC,
  });
  await landed(here);
  const without = rows.map((row) => row.slice(0, row.lastIndexOf(',')));
  const changed = without.with(4, 'm5,a,b,user,1795000015,Another text');
  write(here, 'messages.csv', lines('muid,sender,receiver,receiverType,sentAt,text', changed));
  const { id } = await stopped(here);
  await landed(here, '--confirm', id);
  expect(writes(here.requests)).toHaveLength(1);
  const found = await Array.fromAsync(here.service.messages.list({ types: ['text'] } as never));
  const ids = new Map(found.map(({ muid, id }) => [muid, String(id)]));
  for (const [muid, text, tag] of [
    ['m4', 'Text 4', 't4'],
    ['m5', 'Another text', 't5'],
  ]) {
    const message = await here.service.messages.get(ids.get(muid) as string);
    expect(message).toMatchObject({ data: { text }, tags: [tag] });
  }
  expect(await landed(here)).toEqual([]);
  expect(here.requests.length).toBeLessThan(5);
});

test('members of objects count by the rows that have them, also those that are the same as before', async () => {
  const row = (n: number, metadata: object, more: object = {}): string =>
    JSON.stringify({ uid: `u${n}`, name: `N ${n}`, metadata, ...more });
  const all = numbers(20).map((n) =>
    row(n, { team: 'red', ...(n < 10 ? { plan: 'gold' } : {}) }, { link: `https://x.example/${n}` }),
  );
  await using here = await serviceHere({ files: { 'users.ndjson': `${all.join('\n')}\n` }, rest: SYNC });
  await landed(here);
  const { service } = here;
  // One row loses a member: it was ours, so it goes. What the app has added stays.
  await service.users.update('u3', { metadata: { team: 'red', plan: 'gold', app: 1 } });
  write(
    here,
    'users.ndjson',
    `${all.with(2, row(3, { team: 'red' }, { link: 'https://x.example/3' })).join('\n')}\n`,
  );
  await landed(here);
  expect((await service.users.get('u3')).metadata).toEqual({ team: 'red', app: 1 });
  // No row has it any more, most rows are the same in their bytes.
  write(
    here,
    'users.ndjson',
    `${numbers(20)
      .map((n) =>
        n < 10 ? row(n, { team: 'red' }, { link: `https://x.example/${n}` }) : (all[n - 1] as string),
      )
      .join('\n')}\n`,
  );
  const { message, id } = await stopped(here);
  expect(message).toBe(
    'users.ndjson: metadata.plan is missing, at least 8 of 20 rows had a value in the last sync run',
  );
  await landed(here, '--confirm', id);
  expect((await service.users.get('u1')).metadata).toEqual({ team: 'red', plan: 'gold' });
  // A member of the rows themselves.
  write(
    here,
    'users.ndjson',
    `${numbers(20)
      .map((n) => row(n, { team: 'red' }))
      .join('\n')}\n`,
  );
  expect((await stopped(here)).message).toBe(
    'users.ndjson: link is missing, 20 of 20 rows had a value in the last sync run',
  );
});

test('half of the rows and a column at once: one message has both', async () => {
  const rows = numbers(40).map((n) => `u${n},N ${n},https://x.example/${n}`);
  await using here = await serviceHere({
    files: { 'users.csv': lines('uid,name,avatar', rows) },
    rest: 'sync: { onMissing: delete }',
  });
  await landed(here);
  write(
    here,
    'users.csv',
    lines(
      'uid,name',
      rows.slice(0, 20).map((row) => row.slice(0, row.lastIndexOf(','))),
    ),
  );
  const { code, message } = await stopped(here);
  expect(code).toBe('GUARD.COLUMNS_GONE');
  expect(message).toMatch(
    /^users.csv: avatar is missing, .*; also GUARD.MAX_DELETE: 20 of 40 users are in no source/,
  );
});

test('a damaged memory of columns is none', async () => {
  await using here = await serviceHere({
    files: { 'users.csv': 'uid,name,link\na,A,https://x.example\n' },
    rest: SYNC,
  });
  await landed(here);
  write(here, '.chatferry/here/sync/shape.json', '{"version":1,"entities":[{"entity":"users"}]}');
  const check = await runHere(['state', 'check', here.pipeline, '--json']);
  expect(check.stdout).toContain('sync/shape.json');
  write(here, 'users.csv', 'uid,name\na,A\n');
  expect((await landed(here))[0]).toContain('from this sync on, a column');
  expect((await here.service.users.get('a')).link).toBe('https://x.example');
});
