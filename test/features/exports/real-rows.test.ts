import { expect, test } from 'vitest';
import { serviceHere } from '../../support/service-here.ts';
import { sendbirdExport } from './small-exports.ts';

test('rows of a file beside an export win over its own, which are counted as left out', async () => {
  const files = sendbirdExport([{ n: 1 }, { n: 2, by: 'ben' }]);
  await using here = await serviceHere({
    files: {
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`export/${name}`, text])),
      'users.csv': 'uid,name\nben,Ben of the staff list\nBEA,Bea\nAnn,Ann of the staff list\n',
    },
    rest: '  export: { system: sendbird, path: export }\nretention: { messagesOlderThanDays: 36500 }',
  });
  const { exitCode, result } = await here.json('run', '--yes');
  expect([exitCode, result.balanced, result.entities.users, result.skipped]).toMatchObject([
    0,
    true,
    { read: 6, created: 4, skipped: 2 },
    { 'users.otherSource': 2 },
  ]);
  const names: Record<string, unknown> = {};
  for await (const { uid, name } of here.service.users.list()) names[uid] = name;
  expect(names).toMatchObject({
    ...{ ann: 'Ann of the staff list', ben: 'Ben of the staff list', bea: 'Bea', cleo: 'CLEO' },
  });
});
