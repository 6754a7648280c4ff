import { describe, expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { serviceHere } from '../../support/service-here.ts';

const lines = (rows: readonly object[]): string => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const toBen = { sender: 'ann', receiver: 'ben', receiverType: 'user', sentAt: 1_700_000_000 };
const users = 'uid,name\nann,Ann\nben,Ben\ncy,Cy\ndee,Dee\neve,Eve\n';
const file = { url: 'https://example.com/a.png', name: 'a.png', mimeType: 'image/png', extension: 'png' };

/** Code and line of every row in a list. */
const places = (groups: Report['problems']): string[] =>
  groups.flatMap(({ code, samples }) => samples.map(({ line }) => `${code} ${line}`));

describe('content that only the ordinary calls need', () => {
  const files = {
    'users.csv': `uid,name,statusMessage\nann,Ann,\nben,Ben,\ncy,Cy,${'s'.repeat(255)}\nfay,Fay,${'s'.repeat(256)}\n`,
    'messages.ndjson': lines([
      { muid: 'm-1', ...toBen, type: 'image', text: 'no file' },
      { muid: 'm-2', ...toBen, type: 'file', attachments: [] },
      { muid: 'm-3', ...toBen, type: 'video', data: { url: 'no address' } },
      { muid: 'm-4', ...toBen, category: 'custom', type: 'poll', text: 'no custom data' },
      { muid: 'm-5', ...toBen, category: 'custom', type: 'poll', data: { customData: {} } },
      { muid: 'm-6', ...toBen, type: 'image', attachments: [file] },
      { muid: 'm-7', ...toBen, type: 'audio', data: { url: 'https://example.com/a.ogg' } },
      { muid: 'm-8', ...toBen, category: 'custom', type: 'poll', data: { customData: { a: 1 } } },
      { muid: 'm-9', ...toBen, text: 'Hello' },
    ]),
  };
  const missing = [
    'USER.STATUS_TOO_LONG 5',
    'MESSAGE.FILE_MISSING 1',
    'MESSAGE.FILE_MISSING 2',
    'MESSAGE.FILE_MISSING 3',
    'MESSAGE.CUSTOM_DATA_MISSING 4',
    'MESSAGE.CUSTOM_DATA_MISSING 5',
  ];

  test('is asked for before a run with api: rest, and the run sends nothing of such a row', async () => {
    await using here = await serviceHere({ files, api: 'rest' });
    const { exitCode, result } = await here.json('validate');
    expect([exitCode, places(result.problems).sort()]).toEqual([4, [...missing].sort()]);
    const { result: run } = await here.json('run', '--yes');
    expect(places(run.problems).sort()).toEqual([...missing].sort());
    expect(here.requests.filter((request) => request === 'POST /v3/messages')).toHaveLength(4);
    expect(here.requests.filter((request) => request === 'POST /v3/users')).toHaveLength(3);
  });

  test('is not asked for by the import API', async () => {
    await using here = await serviceHere({ files });
    expect((await here.json('validate')).exitCode).toBe(0);
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
  });
});

describe('senders who are not members of the group', () => {
  const says = (muid: string, sender: string) => ({
    muid,
    sender,
    receiver: 'team',
    receiverType: 'group',
    sentAt: 1_700_000_000,
    text: 'Hello',
  });
  const files = {
    'users.csv': users,
    'groups.csv': 'guid,name,type,owner,createdAt\nteam,Team,public,ann,1600000000\n',
    // Through the ordinary calls nobody has joined at any time, so one before the group's does no harm.
    'members.csv': 'guid,uid,isBanned,joinedAt\nteam,ben,,1500000000\nteam,cy,true,\n',
    'messages.ndjson': lines(['ann', 'ben', 'cy', 'dee', 'eve'].map((uid, at) => says(`m-${at}`, uid))),
  };
  const refused = ['MESSAGE.SENDER_REFUSED 3', 'MESSAGE.SENDER_REFUSED 4', 'MESSAGE.SENDER_REFUSED 5'];

  test('are named before a run with api: rest, by validate and by plan, and the service refuses just these', async () => {
    await using here = await serviceHere({ files, api: 'rest' });
    const { exitCode, result } = await here.json('validate');
    expect([exitCode, result.problems, places(result.notices)]).toEqual([
      0,
      [],
      expect.arrayContaining(refused),
    ]);
    expect(places(result.notices).filter((place) => place.startsWith('MESSAGE.SENDER'))).toEqual(refused);
    const { result: plan } = await here.json<PlanDocument>('plan');
    expect(plan.warnings).toEqual([
      'the service will refuse 3 messages: their senders are not members of the group',
    ]);
    const { result: run } = await here.json('run', '--yes');
    expect(
      places(run.problems)
        .map((place) => Number(place.split(' ')[1]))
        .sort(),
    ).toEqual([3, 4, 5]);
    expect(run.entities.members).toMatchObject({ created: 2, rejected: 0 });
  });

  test('are told of where the pipeline has no members', async () => {
    const { 'members.csv': _, ...others } = files;
    await using here = await serviceHere({ files: others, api: 'rest' });
    const { result } = await here.json('validate');
    const said = result.warnings.filter((warning) => warning.includes('no source of members'));
    expect(said).toEqual([
      'with api: rest and no source of members, the service refuses group messages of users who are not members of the group',
    ]);
  });

  test('are a notice with the import API, which takes their messages', async () => {
    const joined = { ...files, 'members.csv': 'guid,uid,isBanned\nteam,ben,\nteam,cy,true\n' };
    await using here = await serviceHere({ files: joined });
    const { result } = await here.json('validate');
    expect(places(result.notices).filter((place) => place.startsWith('MESSAGE.SENDER'))).toEqual([
      'MESSAGE.SENDER_NOT_MEMBER 1',
      'MESSAGE.SENDER_NOT_MEMBER 4',
      'MESSAGE.SENDER_NOT_MEMBER 5',
    ]);
    expect((await here.json('run', '--yes')).exitCode).toBe(0);
  });
});
