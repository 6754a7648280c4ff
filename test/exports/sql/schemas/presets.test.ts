import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Report } from '../../../../src/report/result/report.ts';
import { jsonHere, runHere } from '../../../support/command-here.ts';
import { packages } from './packages.ts';
import { landedOf, schemaHere } from './schema.ts';

const pipelineOf = (path: string, shape = ''): string =>
  `version: 1\nname: chat\ntarget: sandbox\nsources: { export: { system: sql, path: ${path}, zone: UTC${shape} } }\n`;

async function validated(tables: string, shape?: string) {
  using here = schemaHere({ tables });
  writeFileSync(here.pipeline, pipelineOf(here.path, shape));
  const { result } = await jsonHere<Report>(['validate', here.pipeline, '--json']);
  return result.export;
}

test.each(packages)('$name is recognised as $preset, which may be declared', async ({ tables, preset }) => {
  const [alone, declared] = [
    await validated(tables),
    await validated(tables, `, shape: { preset: ${preset} }`),
  ];
  expect(alone?.notes).toContain(`recognised as the database of a known product: shape: ${preset}`);
  expect(declared?.kinds).toEqual(alone?.kinds);
});

test('what is declared besides counts before the preset', async () => {
  const [chatify] = packages.filter(({ preset }) => preset === 'chatify');
  const declared = await validated(
    chatify?.tables ?? '',
    ', shape: { preset: chatify, users: { table: ch_favorites, id: user_id } }',
  );
  expect(declared?.kinds.users?.read).toBe(1);
});

test('the tables of two products in one database are a question', async () => {
  const tables = packages
    .filter(({ name }) => ['chatify', 'cmgmyr'].includes(name))
    .map((each) => each.tables.replace(/create table users[\s\S]*?;\n.*;\n/, ''))
    .join('\n');
  using here = schemaHere({ tables: `${tables}create table users(id integer primary key,name text);` });
  writeFileSync(here.pipeline, pipelineOf(here.path));
  const refused = await runHere(['validate', here.pipeline, '--json']);
  expect([refused.exitCode, refused.stderr]).toEqual([
    2,
    expect.stringMatching(/EXPORT\.SHAPE_UNCLEAR[\s\S]*chatify, laravel-messenger[\s\S]*preset: chatify/),
  ]);
  const asked = await here.init();
  expect([asked.exitCode, asked.stderr]).toEqual([2, expect.stringContaining('--answer preset=chatify')]);
  const answered = await here.init('--answer', 'preset=laravel-messenger');
  expect([answered.exitCode, answered.stderr]).toEqual([0, '']);
});

test.each([
  [
    'musonza',
    "insert into chat_participation values(15,2,1,'App\\\\Models\\\\Bot',null,'2024-01-01',null);",
    /messageable_type/,
  ],
  ['mailboxer', "update mailboxer_notifications set sender_type = 'Shop' where id = 2;", /sender_type/],
  ['chatwoot', "update messages set sender_type = 'Robot' where id = 1;", /declared lack Robot/],
] as const)('%s: nobody is taken for somebody of another table', async (wanted, change, error) => {
  const [found] = packages.filter(({ preset }) => preset === wanted);
  await expect(validated(`${found?.tables}\n${change}`)).rejects.toThrow(error);
});

test('a preset that does not fit names the table that lacks', async () => {
  await expect(
    validated('create table users(id int); create table posts(id int);', ', shape: { preset: chatwoot }'),
  ).rejects.toThrow(/EXPORT\.SHAPE_UNCLEAR[\s\S]*there is no table messages/);
});

test.each([
  ['everybody may see', 0, 'public'],
  ['not everybody may see', 1, 'private'],
])('a category of Discourse that %s', async (_, restricted, type) => {
  const [discourse] = packages.filter(({ preset }) => preset === 'discourse');
  const { said } = await landedOf({
    tables: `${discourse?.tables}
alter table chat_channels add column chatable_id int;
update chat_channels set chatable_id = 4 where id = 1;
create table categories(id int, read_restricted bool);
insert into categories values(4, ${restricted});`,
  });
  expect(said).toContain(`hi[a.png]: Ann > general ${type} Ann,Ben`);
});
