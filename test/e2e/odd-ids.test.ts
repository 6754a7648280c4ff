import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { type PipelineHere, type ServiceHere, serviceHere } from '../support/service-here.ts';

/** Ids that objects, numbers or languages treat in their own way, in an order that an object would change. */
const IDS = [
  'zed',
  '42',
  '__proto__',
  'constructor',
  '7',
  'tostring',
  'hasownproperty',
  'valueof',
  '0',
  '-0',
  '007',
  'null',
  'undefined',
  'true',
  'false',
  'nan',
  'infinity',
  'then',
  'length',
  '1_000',
  '__definegetter__',
];
/** The same and others as muids, whose case is kept. */
const MUIDS = [
  ...IDS,
  'toString',
  'hasOwnProperty',
  'NULL',
  '[object Object]',
  '1e3',
  '{}',
  'a,b',
  '"q"',
  '\\n',
];

const SENT_AT = 1_700_000_000;
const tables: Readonly<Record<string, readonly Readonly<Record<string, string | number>>[]>> = {
  users: IDS.map((uid) => ({ uid, name: `name of ${uid}` })),
  groups: IDS.map((guid) => ({ guid, name: `name of ${guid}`, type: 'public' })),
  members: IDS.flatMap((guid) => IDS.slice(0, 4).map((uid) => ({ guid, uid, scope: 'participant' }))),
  messages: MUIDS.map((muid, at) => ({
    muid,
    sender: '__proto__',
    receiver: at % 2 ? 'constructor' : '42',
    receiverType: at % 2 ? 'user' : 'group',
    sentAt: SENT_AT,
    text: `text of ${muid}`,
  })),
};

type Rows = (typeof tables)[string];
const csv = (rows: Rows): string => stringify([...rows], { header: true });
const ndjson = (rows: Rows): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const filesAs = (ending: string, text: (rows: Rows) => string): PipelineHere['files'] =>
  Object.fromEntries(Object.entries(tables).map(([name, rows]) => [`${name}.${ending}`, text(rows)]));

/** All that the service holds; messages by conversation, each in the order of the service. */
async function contentOf({ service }: ServiceHere) {
  const users = await Array.fromAsync(service.users.list({ perPage: 1_000 }), ({ uid }) => uid);
  const groups = await Array.fromAsync(service.groups.list({ perPage: 1_000 }), ({ guid }) => guid);
  const members: string[] = [];
  for (const guid of groups)
    for await (const { uid } of service.members.list(guid, { perPage: 1_000 }))
      members.push(`${guid} ${uid}`);
  const messages = await Array.fromAsync(service.messages.list({ category: 'message', limit: 1_000 }));
  const muidsOf = (type: string) =>
    messages
      .filter(({ receiverType }) => receiverType === type)
      .sort((a, b) => Number(a.id) - Number(b.id))
      .map(({ muid }) => muid);
  const texts = messages.map(({ muid, data }) => [muid, data?.text]);
  return { users, groups, members, toUser: muidsOf('user'), toGroup: muidsOf('group'), texts };
}

describe.each([
  ['csv', 'import', csv],
  ['ndjson', 'import', ndjson],
  ['csv', 'rest', csv],
  ['ndjson', 'rest', ndjson],
] as const)('from %s through the %s API', (ending, api, text) => {
  test('ids such as __proto__, 7 and null land exactly once, in their order, also if they are sent again', async () => {
    await using here = await serviceHere({ files: filesAs(ending, text), api });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    for (let round = 0; round < 2; round++) {
      const held = await contentOf(here);
      expect([...held.users].sort()).toEqual([...IDS].sort());
      expect([...held.groups].sort()).toEqual([...IDS].sort());
      expect([...held.members].sort()).toEqual(
        tables['members']?.map(({ guid, uid }) => `${guid} ${uid}`).sort(),
      );
      expect(held.toGroup).toEqual(MUIDS.filter((_, at) => at % 2 === 0));
      expect(held.toUser).toEqual(MUIDS.filter((_, at) => at % 2 === 1));
      expect([...held.texts].sort()).toEqual(MUIDS.map((muid) => [muid, `text of ${muid}`]).sort());
      // The calls that send single messages do not refuse a repeated key, so only the import is done again.
      if (api === 'import') {
        const again = await here.json('run', '--yes', '--fresh');
        expect([again.exitCode, again.result.problems]).toEqual([0, []]);
        expect(again.result.entities.users).toMatchObject({ exists: IDS.length, created: 0 });
      }
    }
    expect((await here.json('verify')).exitCode).toBe(0);
  });
});

test('a sync knows rows with such ids again: the second sends nothing, a change goes to its own row', async () => {
  await using here = await serviceHere({ files: filesAs('ndjson', ndjson), rest: 'sync: {}' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const sync = async () => {
    const before = here.requests.length;
    const { exitCode, result } = await here.json('run', '--yes');
    const writes = here.requests.slice(before).filter((request) => !request.startsWith('GET '));
    return { exitCode, writes, entities: result.entities };
  };
  const same = await sync();
  expect([same.exitCode, same.writes]).toEqual([0, []]);
  expect(same.entities.messages).toMatchObject({ unchanged: MUIDS.length, created: 0 });
  const users = (tables['users'] as Rows).map((row) =>
    row['uid'] === '__proto__' ? { ...row, name: 'New' } : row,
  );
  writeFileSync(join(here.folder, 'users.ndjson'), ndjson(users));
  const changed = await sync();
  expect([changed.exitCode, changed.writes]).toEqual([0, ['PUT /v3/users/__proto__']]);
  expect((await here.service.users.get('__proto__')).name).toBe('New');
});
