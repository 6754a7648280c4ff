import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { EntityName } from '../../../src/input/entities/entity.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const HEADER = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid,deletedAt\n';
const USERS = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n' };
type More = { readonly at?: number; readonly to?: 'ben' | 'team'; readonly parent?: string };
const said = (muid: string, text: string, { at = 1, to = 'ben', parent = '' }: More = {}): string =>
  `${muid},ann,${to},${to === 'ben' ? 'user' : 'group'},${1_790_000_000 + at},${text},${parent},\n`;
const deleted = (muid: string): string => said(muid, '').replace(/,\n$/, ',1790000099\n');

/** Reads messages from these files. */
function readFrom({ pipeline }: ServiceHere, ...files: readonly string[]): void {
  const list = `path: [messages.csv, ${files.join(', ')}]`;
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace('path: messages.csv', list));
}

/** What becomes of the rows of an entity by the dry run, by the plan of a run and by that run. */
async function verdictsOf(here: ServiceHere, entity: EntityName = 'messages') {
  const said = ({ entities, skipped, problems, requests }: Report) => ({
    written: (entities[entity]?.created ?? 0) + (entities[entity]?.pending ?? 0),
    rejected: entities[entity]?.rejected,
    blocked: entities[entity]?.blocked,
    skipped,
    places: problems.flatMap(({ code, samples }) =>
      samples.map(({ file, line }) => `${file}:${line} ${code}`),
    ),
    floor: requests.floor,
    sent: requests.sent,
  });
  const judged = said((await here.json<Report>('validate')).result);
  const planned = (await here.json<PlanDocument>('plan')).result.entities[entity]?.new;
  const done = said((await here.json<Report>('run', '--yes')).result);
  return { judged, planned, done };
}

async function expectOneVerdict(here: ServiceHere, entity?: EntityName) {
  const { judged, planned, done } = await verdictsOf(here, entity);
  expect({ ...judged, sent: done.sent }).toEqual(done);
  expect(planned).toBe(done.written);
  return done;
}

const textsIn = async ({ service }: ServiceHere): Promise<unknown[]> =>
  (await Array.fromAsync(service.messages.list())).flatMap(({ data }) => data?.['text'] ?? []).toSorted();

test.each([
  ['before', deleted('m1') + said('m1', 'one')],
  ['behind', said('m1', 'one') + deleted('m1')],
])('in the first sync, nothing is published %s a row of its key that says deleted', async (_, rows) => {
  await using here = await serviceHere({
    files: {
      ...USERS,
      'messages.csv': HEADER + rows + said('m2', 'two'),
      'reactions.csv': 'muid,uid,reaction\nm1,ben,up\nm2,ben,up\n',
    },
    rest: 'policies: { reactions: write }\nsync: {}',
  });
  const done = await expectOneVerdict(here);
  expect(done.skipped).toEqual({
    'messages.deleted': 1,
    'messages.superseded': 1,
    'reactions.messageLeftOut': 1,
  });
  expect(await textsIn(here)).toEqual(['two']);
});

test.each([
  ['rows of files', '', { 'messages.superseded': 2, 'messages.duplicate': 1 }],
  ['one table with replies', 'policies: { threads: write }', { 'messages.superseded': 3 }],
])('in a sync, a later file counts, also for the dry run: %s', async (_, policies, skipped) => {
  await using here = await serviceHere({
    files: {
      ...USERS,
      'messages.csv': HEADER + said('m1', 'old') + said('m1', 'other') + said('m2', 'two'),
      'later.csv': HEADER + said('m1', 'new') + said('m2', 'two'),
    },
    rest: `${policies}\nsync: {}`,
  });
  readFrom(here, 'later.csv');
  const done = await expectOneVerdict(here);
  expect(done).toMatchObject({ written: 2, rejected: 0 });
  expect(done.skipped).toEqual(skipped);
  expect(await textsIn(here)).toEqual(['new', 'two']);
});

test.each(['', 'sync: {}'])(
  'a row that repeats a key says nothing of when a conversation began %s',
  async (rest) => {
    await using here = await serviceHere({
      files: {
        ...USERS,
        'groups.csv': 'guid,name\nteam,Team\n',
        'members.csv': 'guid,uid,scope\nteam,ann,admin\n',
        'messages.csv':
          HEADER +
          said('m1', 'one', { at: 5 }) +
          said('m1', 'again', { at: 2, to: 'team' }) +
          said('m2', 'two', { at: 20, to: 'team' }),
        'receipts.csv': 'conversation,uid,readAt\ngroup_team,ann,1790000010\n',
      },
      rest,
    });
    const done = await expectOneVerdict(here, 'receipts');
    expect(done).toMatchObject({ written: 0, skipped: { 'receipts.noMessage': 1 } });
  },
);

test.each(['', 'sync: {}'])(
  'a reply to a message that no file has needs a request of its own %s',
  async (rest) => {
    await using here = await serviceHere({
      files: {
        ...USERS,
        'messages.csv':
          HEADER +
          said('p', 'root') +
          said('r', 'reply', { parent: 'p' }) +
          said('s', 'none', { parent: 'q' }),
      },
      rest: `policies: { threads: write }\n${rest}`,
    });
    const { cost } = (await here.json<PlanDocument>('plan')).result;
    const done = await expectOneVerdict(here);
    expect([done.sent, done.floor, cost.batches + cost.single]).toEqual([4, 4, 4]);
  },
);

test('a row that gives way in a sync is in no rejects file of a dry run', async () => {
  await using here = await serviceHere({
    files: {
      ...USERS,
      'messages.csv': HEADER + said('m1', 'old') + said('m2', ''),
      'later.csv': HEADER + said('m1', 'new'),
    },
    rest: 'sync: {}',
  });
  readFrom(here, 'later.csv');
  const rejects = join(here.folder, 'rejects');
  await here.json('validate', '--rejects', rejects);
  const text = readdirSync(rejects).map((name) => readFileSync(join(rejects, name), 'utf8'));
  expect(text.join('').match(/^m\d/gm)).toEqual(['m2']);
});

test.each([
  ['one-shot', ', onDuplicate: last', ''],
  ['sync, of one file', ', onDuplicate: last', 'sync: {}'],
  ['sync, of two files', '', 'sync: {}'],
])('a reply to a message whose row that counts is rejected is blocked: %s', async (_, duplicates, sync) => {
  await using here = await serviceHere({
    files: {
      ...USERS,
      'messages.csv': HEADER + said('p', 'root') + said('r', 'reply', { parent: 'p' }),
      'later.csv': HEADER + said('p', ''),
    },
    rest: `policies: { threads: write }\n${sync}`,
  });
  readFrom(here, 'later.csv');
  const { pipeline } = here;
  writeFileSync(pipeline, readFileSync(pipeline, 'utf8').replace('later.csv]', `later.csv]${duplicates}`));
  const done = await expectOneVerdict(here);
  expect(done).toMatchObject({ written: 0, rejected: 1, blocked: 1 });
  expect(await textsIn(here)).toEqual([]);
});
