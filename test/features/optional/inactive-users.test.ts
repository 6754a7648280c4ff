import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { mainHere } from '../../support/main-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const GONE = '2024-01-02T00:00:00Z';
const users = (ben: string): string => `uid,name,deactivatedAt\nann,Ann,\nBen,Ben,${ben}\ncy,Cy,\n`;
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid\n';

/** Every entity, with rows for and about ben; what follows `#` is a row that needs nobody who is deactivated. */
const FILES = {
  'users.csv': users(GONE),
  'groups.csv': 'guid,name,type,owner\nteam,Team,public,ann\nside,Side,public,ben\n',
  'members.csv': 'guid,uid,scope\nteam,ann,admin\nteam,ben,admin\nside,ben,admin\n',
  'friends.csv': 'uid,friendUid\nann,cy\nann,ben\nben,cy\n',
  'messages.csv': `${HEAD}${[
    'm1,ann,team,group,1700000001,one,',
    'm2,ben,team,group,1700000002,two,',
    'm3,ann,ben,user,1700000003,three,',
    'm4,ben,team,group,1700000004,reply,m1',
    'm5,ann,ben,user,1700000005,reply to ben,m3',
    'm6,ann,team,group,1700000006,reply by ann,m2',
    'm7,ben,team,group,1700000007,reply to nothing,nowhere',
  ].join('\n')}\n`,
  'reactions.csv': 'muid,uid,reaction\nm1,BEN,up\nm2,ann,up\n',
  'pins.csv': 'muid,uid\nm1,ann\nm2,ben\nm3,\n',
  'receipts.csv':
    'conversation,uid,readAt\ngroup_team,ben,1900000000\ngroup_team,ann,1900000000\nann_user_ben,ann,1900000000\n',
  'blocks.csv': 'uid,blockedUid\nann,ben\nben,ann\nann,cy\n',
  'bans.csv': 'guid,uid\nside,cy\nteam,ben\n',
  'tokens.csv': 'uid\nann\nben\n',
};
const REFUSED = [
  'bans.csv:3 uid ben',
  'blocks.csv:2 blockedUid ben',
  'blocks.csv:3 uid ben',
  'friends.csv:3 friendUid ben',
  'friends.csv:4 uid ben',
  'messages.csv:5 sender ben',
  'messages.csv:6 receiver ben',
  'pins.csv:3 uid ben',
  'reactions.csv:2 uid BEN',
  'receipts.csv:2 uid ben',
  'receipts.csv:4 conversation ann_user_ben',
  'tokens.csv:3 uid ben',
];
const POLICIES = 'policies: { reactions: write, pins: write, threads: write }';

const write = ({ folder }: ServiceHere, name: string, text: string): void =>
  writeFileSync(join(folder, name), text);

/** The refused rows of a report: place, field and value, with the code if it is another one. */
const refusedIn = ({ problems }: Report): string[] =>
  problems
    .flatMap(({ code, samples }) =>
      samples.map(({ file, line, field, value }) => {
        const other = code === 'REFERENCE.INACTIVE' ? '' : ` ${code}`;
        return `${file}:${line} ${field} ${value}${other}`;
      }),
    )
    .sort();

/** What a run of the pipeline does: its exit code, the refused rows and the requests that it needed. */
async function night(here: ServiceHere) {
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  return { exitCode, refused: refusedIn(result), sent: result.requests.sent, result };
}

test.each(['', 'sync: {}'])(
  'rows whose call needs a user who is deactivated have one verdict, and none of them is sent %s',
  async (rest) => {
    await using here = await serviceHere({ files: FILES, rest: `${POLICIES}\n${rest}` });
    const judged = await here.json<Report>('validate', '--max-errors', '100');
    expect([judged.exitCode, refusedIn(judged.result)]).toEqual([4, REFUSED]);
    const { samples = [] } = judged.result.problems[0] ?? {};
    expect(samples.find(({ field }) => field === 'friendUid')?.message).toBe(
      'user ben (users.csv:3) is deactivated, and the service refuses calls for it',
    );
    const planned = (await here.json<PlanDocument>('plan')).result.entities;
    here.requests.length = 0;
    const done = await night(here);
    expect(done).toMatchObject({ exitCode: 4, refused: REFUSED });
    expect(here.requests.filter((request) => /\/users\/ben\b/.test(request))).toEqual([]);
    for (const [name, { created, rejected }] of Object.entries(done.result.entities)) {
      const said = judged.result.entities[name as keyof typeof judged.result.entities];
      expect([name, created, rejected]).toEqual([name, said?.pending, said?.rejected]);
      expect([name, planned[name as keyof typeof planned]?.new]).toEqual([name, created]);
    }
    expect((await here.json('verify')).exitCode).toBe(0);
    // The service knows nothing of a reply to a message that no file has: it is imported.
    expect(done.result.entities.messages).toMatchObject({ created: 5, rejected: 2 });
  },
);

test('each later night says the same, and sends nothing', async () => {
  await using here = await serviceHere({ files: FILES, rest: `${POLICIES}\nsync: {}` });
  await night(here);
  for (const _ of [2, 3]) {
    const planned = (await here.json<PlanDocument>('plan')).result.entities;
    expect(Object.values(planned).map(({ new: added, changed }) => added + changed)).toEqual(
      Object.keys(planned).map(() => 0),
    );
    expect(await night(here)).toMatchObject({ exitCode: 4, refused: REFUSED, sent: 0 });
    expect((await here.json('verify')).exitCode).toBe(0);
  }
});

test('with api: rest users are created active, so nothing is refused', async () => {
  const { 'receipts.csv': _, ...files } = FILES;
  await using here = await serviceHere({ files, api: 'rest', rest: `${POLICIES}\nsync: {}` });
  expect((await here.json('validate')).exitCode).toBe(0);
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [] });
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [], sent: 0 });
});

test('a run that was stopped knows it when it goes on', async () => {
  await using here = await serviceHere({ files: FILES, rest: POLICIES });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('10000000', '1'));
  expect((await mainHere(['run', here.pipeline, '--yes', '--max-duration', '2s'])).code).toBe(7);
  expect((await Array.fromAsync(here.service.users.list())).length).toBeGreaterThan(0);
  writeFileSync(here.pipeline, text);
  expect(await night(here)).toMatchObject({ exitCode: 4, refused: REFUSED });
});

test('a retry of the rejects asks the service: the app may have activated the user', async () => {
  await using here = await serviceHere({ files: FILES, rest: POLICIES });
  expect((await night(here)).refused).toHaveLength(REFUSED.length);
  const refused = await mainHere(['rejects', 'retry', here.pipeline, '--yes']);
  expect([refused.code, refused.out.includes('SERVICE.ERR_UID_NOT_FOUND')]).toEqual([4, true]);
  await here.service.users.reactivate(['ben']);
  expect((await mainHere(['rejects', 'retry', here.pipeline, '--yes'])).code).toBe(0);
});

test('validate writes the rows into its rejects files', async () => {
  await using here = await serviceHere({ files: FILES, rest: POLICIES });
  const folder = join(here.folder, 'rejects');
  expect((await mainHere(['validate', here.pipeline, '--rejects', folder])).code).toBe(4);
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(files.join('').match(/REFERENCE\.INACTIVE/g)).toHaveLength(REFUSED.length);
});

test('what hangs on a message that is left out is left out, whoever is active', async () => {
  const old = `${HEAD}m0,ann,team,group,1400000000,old,\nm1,ann,team,group,1900000000,new,\n`;
  const files = {
    'users.csv': users(GONE),
    'groups.csv': FILES['groups.csv'],
    'messages.csv': old,
    'reactions.csv': 'muid,uid,reaction\nm0,ben,up\nm1,ann,up\n',
  };
  const rest = `${POLICIES}\nretention: { messagesOlderThanDays: 3000, policy: skip }`;
  for (const sync of ['', 'sync: {}']) {
    await using here = await serviceHere({ files, rest: `${rest}\n${sync}` });
    const found = await here.json<Report>('validate');
    expect([found.exitCode, found.result.skipped]).toMatchObject([0, { 'reactions.messageLeftOut': 1 }]);
    const { exitCode, result } = await night(here);
    expect([exitCode, result.skipped]).toMatchObject([0, { 'reactions.messageLeftOut': 1 }]);
  }
});

test('a repaired ledger has what a user wrote before it was deactivated', async () => {
  await using here = await serviceHere({ files: SMALL, rest: `${POLICIES}\nsync: {}` });
  await night(here);
  write(here, 'users.csv', users(GONE));
  await night(here);
  rmSync(join(here.folder, '.chatferry/here/ledger.log'));
  const { code, out } = await mainHere(['state', 'repair', here.pipeline, '--yes']);
  expect(code, out).toBe(0);
  // The service lists no reaction and no receipt of somebody who is deactivated.
  expect((await night(here)).refused).toEqual(['reactions.csv:2 uid ben', 'receipts.csv:2 uid ben']);
});

const SMALL = {
  'users.csv': users(''),
  'groups.csv': FILES['groups.csv'],
  'members.csv': FILES['members.csv'],
  'messages.csv': `${HEAD}m1,ann,team,group,1700000001,one,\nm2,ben,team,group,1700000002,two,m1\n`,
  'reactions.csv': 'muid,uid,reaction\nm1,ben,up\n',
  'receipts.csv': 'conversation,uid,readAt\ngroup_team,ben,1900000000\n',
};

test('what a user did before it was deactivated stays, and nothing is said of it', async () => {
  await using here = await serviceHere({ files: SMALL, rest: `${POLICIES}\nsync: {}` });
  expect(await night(here)).toMatchObject({ exitCode: 0 });
  write(here, 'users.csv', users(GONE));
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [] });
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [], sent: 0 });
  expect((await here.json('validate')).exitCode).toBe(0);
  // Also if their lines are read anew.
  for (const name of ['reactions.csv', 'messages.csv', 'receipts.csv'] as const)
    write(here, name, SMALL[name].replaceAll('\n', '\r\n'));
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [], sent: 0 });
  const { result } = await here.json<{ entities: Record<string, { same: number }> }>('verify');
  expect([result.entities['messages']?.same, result.entities['reactions']?.same]).toEqual([2, 1]);
});

test('what a deactivated user has done since is refused: a new row, and a receipt that says more', async () => {
  await using here = await serviceHere({ files: SMALL, rest: `${POLICIES}\nsync: {}` });
  await night(here);
  write(here, 'users.csv', users(GONE));
  write(here, 'reactions.csv', `${SMALL['reactions.csv']}m1,ben,down\n`);
  write(here, 'receipts.csv', SMALL['receipts.csv'].replace('1900000000', '1900000001'));
  const refused = ['reactions.csv:3 uid ben', 'receipts.csv:2 uid ben'];
  expect(await night(here)).toMatchObject({ exitCode: 4, refused });
  expect(await night(here)).toMatchObject({ exitCode: 4, refused, sent: 0 });
  // An empty cell does not say that the user is active.
  write(here, 'users.csv', users(''));
  expect(await night(here)).toMatchObject({ exitCode: 4, refused, sent: 0 });
  write(here, 'users.csv', users('never'));
  const planned = (await here.json<PlanDocument>('plan')).result.entities;
  expect([planned.reactions?.new, planned.receipts?.changed]).toEqual([1, 1]);
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [] });
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [], sent: 0 });
});

test('in a sync of several files, the last one says whether a user is active', async () => {
  await using here = await serviceHere({
    files: { ...SMALL, 'users.csv': users(GONE), 'later.csv': 'uid,name,deactivatedAt\nben,Ben,never\n' },
    rest: `${POLICIES}\nsync: {}`,
  });
  const text = readFileSync(here.pipeline, 'utf8');
  const read = (files: string): void =>
    writeFileSync(here.pipeline, text.replace('path: users.csv', `path: [${files}]`));
  read('users.csv, later.csv');
  expect((await here.json('validate')).exitCode).toBe(0);
  expect(await night(here)).toMatchObject({ exitCode: 0 });
  write(here, 'later.csv', `uid,name,deactivatedAt\nben,Ben,${GONE}\n`);
  write(here, 'users.csv', users('never'));
  write(here, 'reactions.csv', `${SMALL['reactions.csv']}m1,ben,down\n`);
  const refused = ['reactions.csv:3 uid ben'];
  // Only the state knows what was written while the user was active.
  expect((await here.json('validate')).exitCode).toBe(0);
  expect((await here.json<PlanDocument>('plan')).result.entities.reactions?.refused).toBe(1);
  expect(await night(here)).toMatchObject({ exitCode: 4, refused });
  expect(await night(here)).toMatchObject({ exitCode: 4, refused, sent: 0 });
  // An empty cell in the last file does not say that the user is active, whatever an earlier file does.
  write(here, 'later.csv', 'uid,name,deactivatedAt\nben,Benny,\n');
  expect((await here.json<PlanDocument>('plan')).result.entities.reactions?.refused).toBe(1);
  expect(await night(here)).toMatchObject({ exitCode: 4, refused });
});

test('users whom a sync deactivated because no source has them are known as such', async () => {
  await using here = await serviceHere({
    files: SMALL,
    rest: `${POLICIES}\nsync: { onMissing: deactivate, maxDelete: "100%" }`,
  });
  await night(here);
  write(here, 'users.csv', users('').replace('Ben,Ben,\n', ''));
  expect(await night(here)).toMatchObject({ exitCode: 0 });
  write(here, 'reactions.csv', `${SMALL['reactions.csv']}m1,ben,down\n`);
  const refused = ['reactions.csv:3 uid ben'];
  expect(await night(here)).toMatchObject({ exitCode: 4, refused, sent: 0 });
  write(here, 'users.csv', users(''));
  expect((await here.json<PlanDocument>('plan')).result.entities.reactions?.new).toBe(1);
  expect(await night(here)).toMatchObject({ exitCode: 0, refused: [] });
});

test('rows that the service refused before are asked again where they may have been written', async () => {
  const files = {
    'users.csv': users(''),
    'blocks.csv': FILES['blocks.csv'],
    'tokens.csv': FILES['tokens.csv'],
  };
  await using here = await serviceHere({ files, rest: `${POLICIES}\nsync: {}` });
  for (const [uid, name] of Object.entries({ ann: 'Ann', ben: 'Ben', cy: 'Cy' }))
    await here.service.users.create({ uid, name });
  await here.service.users.deactivate(['ben']);
  const { refused } = await night(here);
  expect(refused.filter((row) => row.includes('ERR_UID_NOT_FOUND'))).toHaveLength(3);
  write(here, 'users.csv', users(GONE));
  const later = await night(here);
  expect(later.refused.map((row) => row.split(' ')[0])).toEqual([
    'blocks.csv:2',
    'blocks.csv:3',
    'tokens.csv:3',
  ]);
});

test('of a user that was there before, the service decides', async () => {
  const files = { 'users.csv': users(GONE), 'friends.csv': FILES['friends.csv'] };
  await using here = await serviceHere({ files });
  await here.service.users.create({ uid: 'ben', name: 'Benjamin' });
  const { exitCode, refused, result } = await night(here);
  expect([exitCode, refused]).toEqual([0, []]);
  expect(result.entities).toMatchObject({ users: { created: 2, exists: 1 }, friends: { created: 3 } });
});
