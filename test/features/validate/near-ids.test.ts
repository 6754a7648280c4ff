import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

/** Two spellings of one address, that become two people. */

const PEOPLE = 'mail,name\nAnn@X.org,Ann\nann@x.org,Ann L.\nBEN@x.org,Ben\n';
const MESSAGES =
  'id,from,to,at,text\n1,ann@x.org,ben@x.org,1793491200,hi\n2,ANN@x.org,Ben@x.org,1793491201,hi2\n';
const mapped = (as: string): string => `  users: { path: people.csv, map: { uid: { from: mail, as: ${as} } } }
  messages:
    path: said.csv
    map:
      muid: id
      sender: { from: from, as: ${as} }
      receiver: { from: to, as: ${as} }
      receiverType: { const: user }
      sentAt: at
references: open`;

const here = (rest: string, more: Readonly<Record<string, string>> = {}): Promise<ServiceHere> =>
  serviceHere({ files: { 'people.csv': PEOPLE, 'said.csv': MESSAGES, ...more }, rest });

const near = ({ notices }: Report) =>
  notices
    .filter(({ code }) => code === 'ID.CASE_DIFFERS')
    .map(({ count, samples }) => ({
      count,
      samples: samples.map(({ file, line, value, message }) => [`${file}:${line}`, value, message]),
    }));
const message = (place: string): string =>
  `differs only in capital letters from the one at ${place}, and has another id`;

async function uidsOf({ service }: ServiceHere): Promise<string[]> {
  const uids: string[] = [];
  for await (const { uid } of service.users.list()) uids.push(String(uid));
  return uids.filter((uid) => uid !== 'app_system').sort();
}

test('are named by validate, plan and run, with both places', async () => {
  await using it = await here(mapped('slug'));
  const { exitCode, result } = await it.json('validate');
  expect([exitCode, near(result)]).toEqual([
    0,
    [{ count: 1, samples: [['people.csv:3', 'ann@x.org', message('people.csv:2')]] }],
  ]);
  expect((await it.json('validate', '--strict')).exitCode).toBe(4);
  const sentence =
    'users: 1 id of its own differs from another one only in capital letters: "ann@x.org" (people.csv:3). If two such are one person, write  as: [lower, slug]';
  expect((await it.json<PlanDocument>('plan')).result.warnings).toContain(sentence);
  expect((await it.json('run', '--yes')).result.warnings).toContain(sentence);
  expect(await uidsOf(it)).toHaveLength(3);
});

test('are one person where the text is made lower case first, and nothing is said', async () => {
  const people = 'mail,name\nAnn@X.org,Ann\nBEN@x.org,Ben\n';
  await using it = await here(mapped('[lower, slug]'), { 'people.csv': people });
  expect(near((await it.json('validate')).result)).toEqual([]);
  const { exitCode, result } = await it.json('run', '--yes');
  expect([exitCode, result.warnings]).toEqual([0, []]);
  expect(await uidsOf(it)).toHaveLength(2);
});

const derived = (users: string, key: string): string => `  users:${users}
    - { from: messages, key: ${key} }
  messages:
    path: said.csv
    map:
      muid: id
      sender: { from: from, as: slug }
      receiver: { const: ben }
      receiverType: { const: user }
      sentAt: at
references: open`;

test('are seen over all sources, also where a row is made of others', async () => {
  await using it = await here(
    derived('\n    - { path: people.csv, map: { uid: { from: mail, as: slug } } }', 'sender'),
  );
  const { result } = await it.json('validate');
  // The list has two spellings, the messages a third one.
  expect(near(result)).toEqual([
    {
      count: 2,
      samples: [
        ['people.csv:3', 'ann@x.org', message('people.csv:2')],
        [expect.stringContaining('said.csv'), 'ANN@x.org', message('people.csv:2')],
      ],
    },
  ]);
});

test('are seen between a column as it is and one that is made', async () => {
  await using it = await here(derived('\n    - { path: plain.csv }', 'sender'), {
    'plain.csv': 'uid,name\nann,Ann\n',
    'said.csv': 'id,from,at,text\n1,Ann,1793491200,hi\n',
  });
  expect(near((await it.json('validate')).result)).toMatchObject([{ count: 1 }]);
});

test('ids as they are make no two people, and say nothing', async () => {
  const rest = mapped('lower').replaceAll(', as: lower', '');
  await using it = await here(rest, {
    'people.csv': 'mail,name\nAnn,Ann\n',
    'said.csv': 'id,from,to,at,text\n1,ann,ANN2,1793491200,hi\n',
  });
  expect(near((await it.json('validate')).result)).toEqual([]);
});

test.each([
  ['hash', 'hash: [mail]'],
  ['the first of several columns', 'first: [other, mail], as: slug'],
  ['a template', 'template: "{mail}", as: slug'],
])('are seen with ids by %s', async (_of, form) => {
  await using it = await here(`  users: { path: people.csv, map: { uid: { ${form} } } }`, {
    'people.csv': 'mail,name,other\nAnn@X.org,Ann,\nann@x.org,Ann L.,\nben@x.org,Ben,\n',
  });
  expect(near((await it.json('validate')).result)).toMatchObject([{ count: 1 }]);
});

test('people of an export, also those whom no list has', async () => {
  const dump = `
CREATE TABLE users (id text, name text);
INSERT INTO users VALUES ('Ann@X.org','Ann');
CREATE TABLE rooms (id int, type text, name text);
INSERT INTO rooms VALUES (1,'public','Quay');
CREATE TABLE messages (id int, room_id int, sender_id text, body text, created_at int);
INSERT INTO messages VALUES (1,1,'ann@x.org','hi',1793491200);
`;
  await using it = await serviceHere({
    files: { 'export/chat.sql': dump },
    rest: '  export: { system: sql, path: export }',
  });
  expect(near((await it.json('validate')).result)).toMatchObject([{ count: 1 }]);
});
