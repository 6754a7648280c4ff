import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PlanDocument } from '../../../src/features/plan/plan-document.ts';
import type { Report } from '../../../src/report/result/report.ts';
import { runHere } from '../../support/command-here.ts';
import { type ServiceHere, serviceHere } from '../../support/service-here.ts';

const PEOPLE = {
  'users.csv': 'uid,name\nann,Ann\nben,Ben\n',
  'groups.csv': 'guid,name\ng,G\n',
  'members.csv': 'guid,uid\ng,ann\ng,ben\n',
};
const HEAD = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid';
const at = 1_717_200_000;
type Row = readonly [muid: string, parent?: string, other?: { sender?: string; to?: string; text?: string }];

const cellsOf = ([muid, parent = '', { sender = 'ben', to = 'g', text = muid } = {}]: Row, n: number) =>
  [muid, sender, to, to === 'g' ? 'group' : 'user', at + n, text, parent] as const;
const csv = (rows: readonly Row[]): string =>
  `${[HEAD, ...rows.map((row, n) => cellsOf(row, n).join(','))].join('\n')}\n`;
const ndjson = (rows: readonly Row[]): string =>
  rows
    .map((row, n) => {
      const cells = cellsOf(row, n);
      const members = HEAD.split(',').map((name, index) => [name, cells[index]] as const);
      return `${JSON.stringify(Object.fromEntries(members.filter(([, cell]) => cell !== '')))}\n`;
    })
    .join('');

const FIRST: readonly Row[] = [
  ['r0', 'p1', { sender: 'ann' }],
  ['p1', '', { sender: 'ann' }],
  ['r1', 'p1'],
  ['r2', 'r1'],
  ['x1', 'nope'],
  ['x2', 'x1'],
  ['s1', 's1'],
  ['c1', 'c2'],
  ['c2', 'c1'],
  ['c3', 'c2'],
  ['b1', '', { sender: 'ghost' }],
  ['b2', 'b1'],
  ['b3', 'b2'],
  ['f1', 'l1'],
  ['d1', 'p1', { to: 'ann' }],
];
const LATER: readonly Row[] = [
  ['l1', '', { sender: 'ann' }],
  ['l2', 'r2'],
];

/** Who answers whom in the service, by muid. */
async function rootsIn({ service }: ServiceHere): Promise<Record<string, string>> {
  const found = [];
  for await (const { id, muid = '', parentId, category } of service.messages.list())
    if (category === 'message') found.push({ id: String(id), muid, parentId: parentId && String(parentId) });
  const muids = new Map(found.map(({ id, muid }) => [id, muid]));
  return Object.fromEntries(
    found.map(({ muid, parentId }) => [muid, (parentId && muids.get(parentId)) || '']),
  );
}

const shown = ({ problems }: Report): string[] =>
  problems.flatMap(({ code, samples }) =>
    samples.map(
      ({ file, line, field, value, message }) => `${code} ${file}:${line} ${field}=${value} ${message}`,
    ),
  );

test.each([
  ['CSV', 'csv', csv, ''],
  ['NDJSON', 'ndjson', ndjson, ''],
  ['a sync', 'csv', csv, 'sync: {}'],
])('live replies of tables are judged before as they are written: %s', async (_, ending, write, sync) => {
  const rest = `policies: { threads: write }\nthresholds: { rejected: "<50%" }\n${sync}`;
  const files = { ...PEOPLE, [`messages.1.${ending}`]: write(FIRST), [`messages.2.${ending}`]: write(LATER) };
  await using here = await serviceHere({ files, rest });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace(`path: messages.1.${ending}`, `path: messages.*.${ending}`));
  const { result: judged } = await here.json<Report>('validate');
  const { result: plan } = await here.json<PlanDocument>('plan');
  const { exitCode, result } = await here.json<Report>('run', '--yes');

  const place = `messages.1.${ending}`;
  const line = (n: number): number => (ending === 'csv' ? n + 1 : n);
  const first = 11;
  expect([exitCode, result.balanced, result.entities.messages]).toMatchObject([
    4,
    true,
    { read: 17, created: 14, rejected: 1, blocked: 2 },
  ]);
  expect(shown(result)).toEqual(shown(judged));
  expect(shown(result)).toEqual([
    ...[12, 13].map(
      (n) =>
        `REFERENCE.MESSAGE ${place}:${line(n)} parentMuid=b1 needs its message: its row at ${place}:${line(first)} was rejected`,
    ),
    `REFERENCE.UNKNOWN ${place}:${line(first)} sender=ghost no row of the users has this user`,
  ]);
  expect([
    judged.entities.messages.pending,
    plan.entities.messages?.new,
    plan.entities.messages?.refused,
  ]).toEqual([14, 14, 3]);
  const without = { 'messages.repliesWithoutRoot': 5 };
  expect([judged.notCarried, plan.notCarried, result.notCarried]).toMatchObject([without, without, without]);
  const live = { 'messages.parentMuid': 7 };
  expect([judged.written, plan.written, result.written]).toEqual([live, live, live]);
  expect(await rootsIn(here)).toEqual({
    p1: '',
    r0: 'p1',
    r1: 'p1',
    r2: 'p1',
    l1: '',
    l2: 'p1',
    f1: 'l1',
    x1: '',
    x2: 'x1',
    s1: '',
    c1: '',
    c2: '',
    c3: 'c2',
    d1: '',
  });
  const checked = await here.json<{ entities: { messages: object } }>('verify');
  expect(checked.result.entities.messages).toMatchObject({ same: 14, differs: 0, onlyTarget: 0 });
  const again = await here.json<Report>('run', '--yes');
  expect(again.result.requests.sent).toBe(0);
});

test('in a sync, the later of two files has the current version of a message', async () => {
  const message = (muid: string, text: string): string => `${muid},ann,ben,user,1760000001,${text},\n`;
  const head = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid\n';
  const users = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n' };
  await using here = await serviceHere({
    files: {
      ...users,
      'messages.csv': head + message('m1', 'old'),
      'later.csv': head + message('m2', 'two'),
    },
    rest: 'policies: { threads: write }\nsync: {}',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: messages.csv', 'path: [messages.csv, later.csv]'));
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'later.csv'), head + message('m1', 'new') + message('m2', 'two'));
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { read: 3, updated: 1, skipped: 1 }]);
  const found = await Array.fromAsync(here.service.messages.list());
  expect(found.find(({ muid }) => muid === 'm1')?.data?.['text']).toBe('new');
});

const HEADER = 'muid,sender,receiver,receiverType,sentAt,text,parentMuid,deletedAt\n';
const line = (muid: string, text: string, parent = '', deletedAt = ''): string =>
  `${muid},ann,ben,user,1760000001,${text},${parent},${deletedAt}\n`;
const TWO = { 'users.csv': 'uid,name\nann,Ann\nben,Ben\n' };
const textsIn = async ({ service }: ServiceHere): Promise<Readonly<Record<string, unknown>>> =>
  Object.fromEntries(
    (await Array.fromAsync(service.messages.list())).flatMap(({ muid, data }) =>
      muid === undefined ? [] : [[muid, data?.['text']]],
    ),
  );

test('in a sync, a reply stays that no file has any more when the message comes that it answers', async () => {
  await using here = await serviceHere({
    files: { ...TWO, 'messages.csv': HEADER + line('r', 'reply', 'o') + line('m', 'other') },
    rest: 'policies: { threads: write }\nsync: { onMissing: keep }',
  });
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  writeFileSync(join(here.folder, 'messages.csv'), HEADER + line('o', 'root') + line('m', 'other'));
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  expect(await textsIn(here)).toEqual({ r: 'reply', o: 'root', m: 'other' });
});

test('in a sync, a later file says that a reply was deleted', async () => {
  await using here = await serviceHere({
    files: {
      ...TWO,
      'messages.csv': HEADER + line('p', 'root') + line('r', 'reply', 'p'),
      'later.csv': HEADER + line('m', 'other'),
    },
    rest: 'policies: { threads: write }\nsync: {}',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  writeFileSync(here.pipeline, text.replace('path: messages.csv', 'path: [messages.csv, later.csv]'));
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  const deleted = line('r', 'reply', 'p', '1760000009');
  writeFileSync(join(here.folder, 'later.csv'), HEADER + line('m', 'other') + deleted);
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  expect(await textsIn(here)).toEqual({ p: 'root', m: 'other' });
});

test('ids that are hashes: a reply to a reply hangs on the root', async () => {
  await using here = await serviceHere({
    files: {
      ...TWO,
      'messages.csv': HEADER + line('C', 'c', 'B') + line('B', 'b', 'A') + line('A', 'a'),
    },
    rest: 'policies: { threads: write }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  const map = 'muid: { from: muid, as: hash }, parentMuid: { from: parentMuid, as: hash }';
  writeFileSync(here.pipeline, text.replace('path: messages.csv', `path: messages.csv, map: { ${map} }`));
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  const found = await Array.fromAsync(here.service.messages.list());
  const named = new Map(found.map(({ id, data }) => [String(id), data?.['text']]));
  const roots = found.map(({ data, parentId }) => [data?.['text'], parentId && named.get(String(parentId))]);
  expect(Object.fromEntries(roots.filter(([name]) => name !== undefined))).toMatchObject({ c: 'a', b: 'a' });
});

test('equal rows in several files have numbers of their own, also those that are replies', async () => {
  const columns = 'id,sender,receiver,receiverType,sentAt,text,parentMuid\n';
  const said = (id: string, parent = ''): string => `${id},ann,ben,user,1760000001,hello,${parent}\n`;
  await using here = await serviceHere({
    files: { ...TWO, 'messages.csv': columns + said('') + said('', 'nobody'), 'later.csv': columns },
    rest: 'policies: { threads: write }',
  });
  const text = readFileSync(here.pipeline, 'utf8');
  const map = 'muid: { hash: [sender, sentAt, text], perEqualRow: true }';
  const list = `path: [messages.csv, later.csv], map: { ${map} }`;
  writeFileSync(join(here.folder, 'later.csv'), `${columns}x,ben,ann,user,1760000002,two,\n`);
  writeFileSync(here.pipeline, text.replace('path: messages.csv', list));
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { read: 3, created: 3, rejected: 0 }]);
  expect(Object.values(await textsIn(here)).toSorted()).toEqual(['hello', 'hello', 'two']);
});

test('a pilot of a sync writes no reply without the message that it answers', async () => {
  const at = (muid: string, sentAt: number, parent = ''): string =>
    `${muid},ann,ben,user,${sentAt},text ${muid},${parent},\n`;
  await using here = await serviceHere({
    files: { ...TWO, 'messages.csv': HEADER + at('o', 1_760_000_000) + at('r', 1_770_000_000, 'o') },
    rest: 'policies: { threads: write }\nsync: {}',
  });
  const { exitCode, result } = await here.json<Report>('run', '--yes', '--since', '2026-01-01');
  expect([exitCode, result.entities.messages.blocked]).toEqual([4, 1]);
  expect(await textsIn(here)).toEqual({});
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  const [root, reply] = (await Array.fromAsync(here.service.messages.list())).toSorted((a, b) =>
    String(a.muid) < String(b.muid) ? -1 : 1,
  );
  expect([root?.muid, String(reply?.parentId)]).toEqual(['o', String(root?.id)]);
});

test('what the tool keeps of replies in the metadata is no column that a source can lose', async () => {
  const replies = (text: string) => Array.from({ length: 8 }, (_, n) => line(`r${n}`, text, 'p')).join('');
  const others = Array.from({ length: 12 }, (_, n) => line(`m${n}`, `text ${n}`));
  const start = HEADER + line('p', 'root');
  await using here = await serviceHere({
    files: { ...TWO, 'messages.csv': start + others.join('') + replies('one') },
    rest: 'policies: { threads: write }\nsync: { onMissing: keep }',
  });
  const put = (text: string): void => writeFileSync(join(here.folder, 'messages.csv'), start + text);
  expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  // Replies are compared, then as many others leave, and the replies are not read.
  put(others.join('') + replies('two'));
  for (let night = 0; night < 2; night++) expect((await here.json<Report>('run', '--yes')).exitCode).toBe(0);
  put(others.slice(8).join('') + replies('two'));
  const { exitCode, result } = await here.json<Report>('run', '--yes');
  expect([exitCode, result.error]).toEqual([0, undefined]);
});

test('a migration whose checkpoint knows no order of replies is not continued among its messages', async () => {
  const rows = Array.from({ length: 60 }, (_, n) => line(`m${n}`, `text ${n}`)).join('');
  await using here = await serviceHere({
    files: { ...TWO, 'messages.csv': HEADER + rows },
    rest: 'policies: { threads: write }',
  });
  const slow = readFileSync(here.pipeline, 'utf8').replace('10000000', '600, batch: 2, concurrency: 1');
  writeFileSync(here.pipeline, slow);
  expect((await here.json('run', '--yes', '--max-duration', '1s')).exitCode).toBe(7);
  const path = join(here.folder, '.chatferry/here/checkpoint.json');
  const { checkpoint } = JSON.parse(readFileSync(path, 'utf8'));
  expect(checkpoint.steps.messages).toMatchObject({ done: false, at: expect.anything() });
  const { 'order of live replies': order, ...settings } = checkpoint.settings;
  expect(order).toBeDefined();
  const body = JSON.stringify({ ...checkpoint, settings });
  const sha256 = createHash('sha256').update(body).digest('hex');
  writeFileSync(path, `{"sha256":"${sha256}","checkpoint":${body}}`);
  here.requests.length = 0;
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes']);
  expect([exitCode, stderr]).toEqual([9, expect.stringContaining('STATE.PIPELINE_CHANGED')]);
  expect(here.requests.filter((each) => !each.startsWith('GET '))).toEqual([]);
});
