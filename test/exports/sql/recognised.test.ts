import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Report } from '../../../src/report/result/report.ts';

import { AT, MYSQL, messagesOf, ofFiles } from '../dumps.ts';
import { fixtures } from '../expected.ts';

const MATTERMOST = gunzipSync(readFileSync(join(fixtures, 'sql/mattermost/mattermost.sql.gz'))).toString();

test('a database of Mattermost is recognised: names, files and roles are those of its preset', async () => {
  const kinds: unknown[] = [];
  for (const options of ['', ', shape: mattermost']) {
    await using here = await ofFiles({ 'export/m.sql': MATTERMOST }, { options });
    const { result } = await here.json<Report>('validate');
    kinds.push(result.export?.kinds);
    expect(result.export?.notes.some((note) => note.includes('shape: mattermost'))).toBe(options === '');
  }
  expect(kinds[0]).toEqual(kinds[1]);
});

test.each(['', ', shape: mattermost'])(
  'MySQL writes the names of its columns in another way, and a dump may lack tables%s',
  async (options) => {
    const [ann, bob] = ['a'.repeat(26), 'b'.repeat(26)];
    const dump = `${MYSQL}CREATE TABLE \`Users\` (\`Id\` varchar(26), \`CreateAt\` bigint, \`DeleteAt\` bigint, \`Username\` varchar(64), \`Nickname\` varchar(64), \`FirstName\` varchar(64), \`LastName\` varchar(64));
INSERT INTO \`Users\` VALUES ('${ann}',${AT}000,0,'ann','','Ann','Lee'),('${bob}',${AT}000,0,'bob','Bobby','','');
CREATE TABLE \`Channels\` (\`Id\` varchar(26), \`CreateAt\` bigint, \`DeleteAt\` bigint, \`TeamId\` varchar(26), \`Type\` varchar(1), \`DisplayName\` varchar(64), \`Name\` varchar(64), \`Purpose\` varchar(250), \`CreatorId\` varchar(26));
INSERT INTO \`Channels\` VALUES ('d1',${AT}000,0,'','D','','${ann}__${bob}','','');
CREATE TABLE \`ChannelMembers\` (\`ChannelId\` varchar(26), \`UserId\` varchar(26), \`SchemeAdmin\` tinyint(4));
CREATE TABLE \`Posts\` (\`Id\` varchar(26), \`CreateAt\` bigint, \`EditAt\` bigint, \`DeleteAt\` bigint, \`IsPinned\` tinyint(1), \`UserId\` varchar(26), \`ChannelId\` varchar(26), \`RootId\` varchar(26), \`OriginalId\` varchar(26), \`Message\` text, \`Type\` varchar(26), \`Props\` text);
INSERT INTO \`Posts\` VALUES ('p1',${AT}000,0,0,0,'${ann}','d1','','','hi','','{}'),('p2',${AT}001,0,0,0,'${bob}','d1','','p1','was','','{}');
`;
    await using here = await ofFiles({ 'export/m.sql': dump }, { options });
    const { exitCode, result } = await here.json('run', '--yes');
    expect([exitCode, result.problems]).toEqual([0, []]);
    expect([...(await messagesOf(here))]).toMatchObject([['p1', { sender: ann, receiver: bob }]]);
    const names: unknown[] = [];
    for await (const { name } of here.service.users.list()) names.push(name);
    expect(names.sort()).toEqual(['Ann Lee', 'Bobby']);
  },
);

test('a name that is empty says nothing: another one of the table does', async () => {
  const dump = `CREATE TABLE users (id int, nickname text, username text, first_name text, last_name text);
CREATE TABLE rooms (id int, type text, name text);
CREATE TABLE messages (id int, room_id int, sender_id int, body text, created_at int);
INSERT INTO users VALUES (1,NULL,'ann1','Ann','Lee'),(2,'','bob1',NULL,NULL),(3,'Cy','cyd','Cyd',NULL);
`;
  await using here = await ofFiles({ 'export/chat.sql': dump });
  await here.json('run', '--yes');
  const names: unknown[] = [];
  for await (const { uid, name } of here.service.users.list()) names.push(`${uid} ${name}`);
  expect(names.sort()).toEqual(['1 Ann Lee', '2 bob1', '3 Cy']);
});
