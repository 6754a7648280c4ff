import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ServiceHere, serviceHere } from '../../../support/service-here.ts';

/** Files of which one table is prepared: a row owns what its own file has, not what others have. */

const AVATAR = 'https://x.example/a.png';

/** Users in two files, read with a rule for which they are put into one table. */
async function twoFiles(files: Readonly<Record<string, string>>, rule: string): Promise<ServiceHere> {
  const here = await serviceHere({
    files: { 'users.csv': 'uid,name\n', ...files },
    rest: 'sync: { onMissing: keep }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  const sources = `{ path: [${Object.keys(files).join(', ')}], ${rule} }`;
  writeFileSync(here.pipeline, text.replace('{ path: users.csv }', sources));
  for (const uid of ['u1', 'u2'])
    await here.service.users.create({ uid, name: 'Before', avatar: AVATAR, tags: ['app'] });
  return here;
}

test.each([
  [
    'columns that differ',
    {
      'a.csv': 'uid,name,avatar\nu1,One,\nu3,Three,https://x.example/3.png\n',
      'b.csv': 'uid,name\nu2,Two\n',
    },
  ],
  [
    'columns in one, objects in the other',
    {
      'a.ndjson':
        '{"uid":"u3","name":"Three","avatar":"https://x.example/3.png"}\n{"uid":"u1","name":"One"}\n',
      'b.csv': 'uid,name\nu2,Two\n',
    },
  ],
  [
    'objects',
    {
      'a.ndjson':
        '{"uid":"u3","name":"Three","avatar":"https://x.example/3.png"}\n{"uid":"u1","name":"One"}\n',
      'b.ndjson': '{"uid":"u2","name":"Two"}\n',
    },
  ],
] as const)('%s: what a file does not have stays', async (_, files) => {
  await using here = await twoFiles(files, 'onDuplicate: last');
  const { exitCode, stderr } = (await here.json('run', '--yes')) as { exitCode: number; stderr?: string };
  expect(exitCode, stderr).toBe(0);
  const { users } = here.service;
  expect(await users.get('u1')).toMatchObject({ name: 'One', tags: ['app'] });
  // An empty cell empties; an object that does not have a member says nothing.
  if ('a.csv' in files) expect(await users.get('u1')).not.toHaveProperty('avatar');
  expect(await users.get('u2')).toMatchObject({ name: 'Two', avatar: AVATAR, tags: ['app'] });
  const again = await here.json<{ entities: { users: { unchanged: number } } }>('run', '--yes');
  expect(again.result.entities.users).toMatchObject({ unchanged: 3 });
  // Rows that are read again because they have changed.
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(here.folder, name), text.replace('One', 'Uno').replace('Two', 'Due'));
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  expect(await users.get('u2')).toMatchObject({ name: 'Due', avatar: AVATAR, tags: ['app'] });
});
