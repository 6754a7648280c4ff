import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';
import { runCli } from '../../support/cli-process.ts';

const PIPELINE = `version: 1
name: named
target: sandbox
sources:
  users:
    path: users.csv
    map: { name: { template: "{first} {last}" }, statusMessage: last }
    where: { active: "1" }
  groups: { path: groups.csv }
  messages: { path: messages.csv }
`;

test('conversations have the names of their files, and a column every field that uses it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  write('pipeline.yaml', PIPELINE);
  write('users.csv', 'uid,first,last,active,fax\nana,Ana,Souza,1,\nben,Ben,Li,1,\nzoe,Zoe,Kraft,0,\n');
  write('groups.csv', 'guid,name,type\nteam,The Team,public\n');
  write(
    'messages.csv',
    `muid,sender,receiver,receiverType,sentAt,text
1,ana,team,group,1700000000,a
2,ben,team,group,1700000001,b
3,ben,ana,user,1700000002,c
`,
  );
  const { stdout } = await runCli('validate', join(folder, 'pipeline.yaml'), '--json');
  const { profile } = JSON.parse(stdout) as Report;
  expect(profile?.biggest.map(({ id, name }) => [id, name])).toEqual([
    ['group_team', 'The Team'],
    ['ana_user_ben', 'Ana Souza – Ben Li'],
  ]);
  const columns = profile?.files.find(({ entity }) => entity === 'users')?.columns ?? [];
  expect(columns.map(({ name, fields }) => [name, fields])).toEqual([
    ['uid', ['uid']],
    ['first', ['name']],
    ['last', ['name', 'statusMessage']],
    ['active', []],
    ['fax', undefined],
  ]);
});
