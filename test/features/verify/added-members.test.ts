import { expect, test } from 'vitest';
import type { Comparison } from '../../../src/features/verify/compare-with-service.ts';
import { serviceHere } from '../../support/service-here.ts';
import { tamperedService } from '../../support/tampered-service.ts';

/** What the service and its users add to rows is not ours: it is no difference. */

type Verified = Pick<Comparison, 'entities'> & { readonly differences: readonly object[] };

const USERS = 'uid,name\nann,Ann\nben,Ben\n';
const MESSAGES = [
  'muid,sender,receiver,receiverType,text,sentAt,metadata',
  'm1,ann,ben,user,look https://x.example now,1600000000,',
  'm2,ann,ben,user,plain,1600000001,',
  'm3,ben,ann,user,and https://y.example,1600000002,"{""order"":{""no"":7}}"',
  '',
].join('\n');

const sameRows = { same: 3, differs: 0, onlySource: 0, onlyTarget: 0, unread: 0 };

test('previews that an extension adds are no difference, for verify and for plan --online', async () => {
  const files = { 'users.csv': USERS, 'messages.csv': MESSAGES };
  await using here = await serviceHere({ files, quirks: 'extensions=linkpreview' });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const [first] = await Array.fromAsync(here.service.messages.list({ category: 'message', limit: 100 }));
  expect(first?.data?.metadata).toHaveProperty(['@injected', 'extensions', 'link-preview', 'links']);
  const { exitCode, result } = await here.json<Verified>('verify');
  expect([exitCode, result.entities.messages]).toEqual([0, expect.objectContaining(sameRows)]);
  const plan = await here.json<Record<string, unknown>>('plan', '--online');
  expect([plan.exitCode, JSON.stringify(plan.result)]).toEqual([0, expect.not.stringContaining('metadata')]);
});

test('with extensions and moderation on, every message sent by the ordinary calls is the same', async () => {
  const files = { 'users.csv': USERS, 'messages.csv': MESSAGES };
  await using here = await serviceHere({ files, api: 'rest', quirks: 'extensions=linkpreview' });
  await here.service.moderation.rules.create({
    id: 'polite',
    name: 'Be polite',
    conditions: [{ operand: 'text', operator: 'contains', category: 'word', value: ['darn'] }],
  });
  expect((await here.json('run', '--yes')).exitCode).toBe(0);
  const listed = await Array.fromAsync(here.service.messages.list({ category: 'message', limit: 100 }));
  expect(listed.map(({ data }) => data?.moderation?.status)).toEqual(['approved', 'approved', 'approved']);
  const { exitCode, result } = await here.json<Verified>('verify');
  expect([exitCode, result.differences, result.entities.messages]).toEqual([
    0,
    [],
    expect.objectContaining(sameRows),
  ]);
});

test('any member that was not sent is no difference; one that was sent and is changed or gone is one', async () => {
  await using front = await tamperedService();
  front.write('users.csv', 'uid,name,metadata\nann,Ann,"{""plan"":""gold""}"\nben,Ben,\n');
  front.write('messages.csv', MESSAGES);
  const pipeline = front.write(
    'p.yaml',
    [
      'version: 1',
      'name: added',
      `${front.target}, api: import }`,
      'sources: { users: { path: users.csv }, messages: { path: messages.csv } }',
    ].join('\n'),
  );
  expect(await front.run('run', pipeline, '--yes', '--quiet')).toMatchObject({ exitCode: 0 });
  /** Changes the data of each listed row. */
  const answering = (path: RegExp, change: (row: Row) => void): void =>
    front.tamper(async (request, forward) => {
      const answer = await forward();
      const { data } = answer.body as { data: unknown };
      if (request.method === 'GET' && path.test(request.path) && Array.isArray(data)) data.forEach(change);
      return answer;
    });
  const verified = async () => {
    const { exitCode, stdout } = await front.run('verify', pipeline, '--json');
    const { entities } = JSON.parse(stdout) as Verified;
    return [exitCode, entities.users.same, entities.messages.same, entities.messages.differs];
  };
  answering(/^\/messages/, ({ data }) => {
    data.metadata = { ...data.metadata, '@injected': { extensions: { x: {} } }, voted: ['ann'] };
    Object.assign(data, {
      moderation: { status: 'approved' },
      url: 'https://cdn.example/1',
      resource: 'WEB-1',
    });
    data['tomorrow'] = { anything: true };
  });
  expect(await verified()).toEqual([0, 2, 3, 0]);
  answering(/^\/users/, (user) => {
    user.metadata = { ...user.metadata, seen: 4 };
    user['statusOfTomorrow'] = 'x';
  });
  expect(await verified()).toEqual([0, 2, 3, 0]);
  answering(/^\/messages/, ({ data }) => {
    if (data.metadata?.['order']) data.metadata = { ...data.metadata, order: { no: 8 } };
  });
  expect(await verified()).toEqual([5, 2, 2, 1]);
  answering(/^\/messages/, ({ data }) => {
    if (data.metadata) data.metadata = { '@injected': {} };
  });
  expect(await verified()).toEqual([5, 2, 2, 1]);
  answering(/^\/messages/, ({ data }) => {
    if (data.text === 'plain') data.text = 'other';
  });
  expect(await verified()).toEqual([5, 2, 2, 1]);
});

test('rows that are in no file any more are the same as they were sent, with all that was added', async () => {
  await using front = await tamperedService();
  front.write('users.csv', 'uid,name,metadata\nann,Ann,"{""plan"":""gold""}"\nben,Ben,\n');
  front.write('messages.csv', MESSAGES);
  const pipeline = front.write(
    'p.yaml',
    [
      'version: 1',
      'name: kept',
      `${front.target}, api: import }`,
      'sync: { onMissing: keep }',
      'sources: { users: { path: users.csv }, messages: { path: messages.csv } }',
    ].join('\n'),
  );
  expect(await front.run('run', pipeline, '--yes', '--quiet')).toMatchObject({ exitCode: 0 });
  front.write('users.csv', 'uid,name,metadata\nben,Ben,\n');
  front.write('messages.csv', `${MESSAGES.split('\n').slice(0, 2).join('\n')}\n`);
  front.tamper(async ({ method, path }, forward) => {
    const answer = await forward();
    const { data } = answer.body as { data: unknown };
    if (method !== 'GET' || !Array.isArray(data)) return answer;
    for (const row of data as Row[]) {
      if (path.startsWith('/users')) row.metadata = { ...row.metadata, seen: 4 };
      if (!path.startsWith('/messages')) continue;
      row.data.metadata = { ...row.data.metadata, '@injected': { extensions: {} }, voted: 1 };
      Object.assign(row.data, { moderation: { status: 'approved' }, url: 'https://cdn.example/1' });
    }
    return answer;
  });
  const { exitCode, stdout } = await front.run('verify', pipeline, '--json');
  const { entities, differences } = JSON.parse(stdout) as Verified;
  expect([exitCode, differences, entities.users.same, entities.messages.same]).toEqual([0, [], 2, 3]);
});

type Members = Record<string, unknown>;
type Row = Members & { metadata?: Members; data: Members & { text?: string; metadata?: Members } };
