import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { VerificationReport } from '../../../src/features/verify/result/verification-report.ts';
import { jsonHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';

const HEADER = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid\n';
const ROOT = 'm1,ann,team,group,1760000001,root,\n';
const FILES = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name,owner\nteam,Team,ann\n',
  'members.csv': 'guid,uid\nteam,ann\nteam,ben\n',
  'messages.csv': `${HEADER}${ROOT}m2,ben,team,group,1760000002,other,
m3,ben,team,group,1760000003,reply,m1
m4,ben,team,group,1760000004,another,m2
`,
};

test.each(['', 'sync: {}'])(
  'a reply that hangs on a message which was removed and came back with another id is a difference: %s',
  async (sync) => {
    await using here = await serviceHere({ files: FILES, rest: `policies: { threads: write }\n${sync}` });
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
    expect((await here.json('verify')).exitCode).toBe(0);
    const messages = await Array.fromAsync(here.service.messages.list());
    const root = messages.find(({ muid }) => muid === 'm1');
    await here.service.messages.delete(String(root?.id), { permanent: true });

    // Somebody else writes the message again.
    const again = { 'users.csv': FILES['users.csv'], 'groups.csv': FILES['groups.csv'] };
    for (const [name, text] of Object.entries({ ...again, 'messages.csv': HEADER + ROOT }))
      writeFileSync(join(here.folder, `again-${name}`), text);
    const target = /target:.*/.exec(readFileSync(here.pipeline, 'utf8'))?.[0];
    const other = join(here.folder, 'again.yaml');
    const sources = ['users', 'groups', 'messages'].map((name) => `  ${name}: { path: again-${name}.csv }`);
    writeFileSync(other, ['version: 1', 'name: again', target, 'sources:', ...sources].join('\n'));
    expect((await jsonHere(['run', other, '--json', '--yes'])).exitCode).toBe(0);

    const { exitCode, result } = await here.json<VerificationReport>('verify');
    expect(exitCode).toBe(5);
    expect(JSON.stringify(result.differences)).toContain('parentMuid');
    expect(result.entities.messages).toMatchObject({ same: 3, differs: 1 });
  },
);

test('a reply whose message has left is named, although the record of what was sent is closed by then', async () => {
  const rest = 'policies: { threads: write }\nsync: { onMissing: delete, maxDelete: 90% }';
  await using here = await serviceHere({ files: FILES, rest });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const without = FILES['messages.csv'].replace(ROOT, '');
  // A reply that is refused cannot be written again, so it stays where it is.
  writeFileSync(join(here.folder, 'messages.csv'), without.replace('reply', ''));
  expect((await here.json('run', '--yes')).result.missing?.messages?.deleted).toBe(1);
  writeFileSync(join(here.folder, 'messages.csv'), without);
  const { exitCode, result } = await here.json<VerificationReport>('verify');
  expect(exitCode).toBe(5);
  expect(result.entities.messages).toMatchObject({ same: 2, differs: 1 });
  expect(result.differences[0]?.samples[0]?.key).toBe('m3');
});
