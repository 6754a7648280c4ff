import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serviceHere } from '../../../support/service-here.ts';

const USERS = 'uid,name\nann,Ann\nben,Ben\n';

test.each([
  ['sync: {}', '', ''],
  ['sync: {}', ',metadata.a', ','],
  ['sync: { fields: all }', '', ''],
])('%s%s: the edit of a message without metadata gives it none', async (rest, column, cell) => {
  const messages = (text: string): string =>
    `muid,sender,receiver,receiverType,sentAt,text${column}\n1,ann,ben,user,1790000000,${text}${cell}\n`;
  await using here = await serviceHere({
    files: { 'users.csv': USERS, 'messages.csv': messages('one') },
    rest,
  });
  await here.json('run', '--yes');
  writeFileSync(join(here.folder, 'messages.csv'), messages('two'));
  expect((await here.json('run', '--yes')).result.entities.messages).toMatchObject({ updated: 1 });
  const { data } = await here.service.messages.get('1');
  expect(data).toMatchObject({ text: 'two' });
  expect(data).not.toHaveProperty('metadata');
  expect((await here.json('verify')).exitCode).toBe(0);
});
