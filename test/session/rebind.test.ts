import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TamperedService, tamperedService } from '../support/tampered-service.ts';

const REFUSED = {
  status: 401,
  body: { error: { code: 'AUTH_ERR_APIKEY_NOT_FOUND', message: 'no such key' } },
};
const pipelineOf = ({ target }: TamperedService, rest: string): string =>
  `version: 1\nname: moved\n${target} }\nsources: { users: { path: users.csv } }\n${rest}\n`;
const uids = async ({ service }: TamperedService): Promise<string[]> =>
  (await Array.fromAsync(service.users.list())).map(({ uid }) => uid).sort();

test.each([
  ['a migration', '', 'ann,Ann\nben,Ben\n'],
  ['a sync', 'sync: {}', 'ann,Ann\nben,Ben\n'],
  ['a migration whose first row is wrong', '', 'odd id,Odd\nann,Ann\nben,Ben\n'],
  ['a sync whose first row is wrong', 'sync: {}', 'odd id,Odd\nann,Ann\nben,Ben\n'],
])('%s whose key was refused at once goes on at the address that is corrected', async (_, rest, rows) => {
  await using wrong = await tamperedService();
  await using right = await tamperedService();
  wrong.write('users.csv', `uid,name\n${rows}`);
  wrong.tamper(() => REFUSED);
  const pipeline = wrong.write('pipeline.yaml', pipelineOf(wrong, rest));
  const refused = await wrong.run('run', pipeline, '--yes');
  expect([refused.exitCode, refused.stderr]).toEqual([10, expect.stringContaining('AUTH.REFUSED')]);
  wrong.write('pipeline.yaml', pipelineOf(right, rest));
  const { exitCode, stderr } = await wrong.run('run', pipeline, '--yes');
  const bad = rows.startsWith('odd') ? 1 : 0;
  expect([exitCode, await uids(right), await uids(wrong)], stderr).toEqual([bad ? 4 : 0, ['ann', 'ben'], []]);
  const report = JSON.parse(readFileSync(join(wrong.folder, '.chatferry/moved/report.json'), 'utf8'));
  expect(report.entities.users).toMatchObject({ created: 2, rejected: bad });
  if (bad) expect(readFileSync(report.files.rejects[0], 'utf8').match(/^odd id/gm)).toHaveLength(1);
});

test.each(['', 'sync: {}'])(
  'once a row has landed, another address is refused in words (%s)',
  async (rest) => {
    await using first = await tamperedService();
    await using other = await tamperedService();
    first.write('users.csv', 'uid,name\nann,Ann\n');
    const pipeline = first.write('pipeline.yaml', pipelineOf(first, rest));
    expect((await first.run('run', pipeline, '--yes')).exitCode).toBe(0);
    first.write('pipeline.yaml', pipelineOf(other, rest));
    const { exitCode, stderr } = await first.run('run', pipeline, '--yes');
    expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.TARGET_CHANGED')]);
    expect(stderr).toMatch(/the address was http:\S+ and is http:\S+/);
    expect(stderr).not.toContain('{');
    expect(await uids(other)).toEqual([]);
  },
);
