import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { ChatApp } from './chat-app.ts';
import type { Answer, Asked, FakeOptions } from './fake-sendbird.ts';
import { type SendbirdHere, type SendbirdPull, sendbirdHere } from './sendbird-here.ts';

function app(): ChatApp {
  const made = new ChatApp();
  for (const id of ['ann', 'ben']) made.addUser(id);
  for (const channel of ['one', 'two', 'three']) {
    made.addChannel(channel, ['ann', 'ben'], { created_by: { user_id: 'ann' } });
    made.write(channel, 'ann', made.channels.size, 1_751_300_000_000);
  }
  return made;
}

const start = (fault: FakeOptions['fault'], pull: SendbirdPull = {}): Promise<SendbirdHere> =>
  sendbirdHere(app(), { ...pull, options: { ...pull.options, fault } });
const of =
  (channel: string, answer: Answer) =>
  ({ path }: Asked): Answer | undefined =>
    path.endsWith(`/${channel}/messages`) ? answer : undefined;
const error = (status: number, code: number): Answer => ({
  status,
  body: { error: true, code, message: 'no' },
});

test('the key of another application', async () => {
  await using wrong = await start(undefined, { options: { key: 'another' } });
  const refused = wrong.here.json('validate');
  await expect(refused).rejects.toThrow(/ended with 10:[\s\S]*\nPULL\.AUTH\nSendbird refuses the key/);
  await expect(refused).rejects.not.toThrow('master-key');
});

test('a key that is revoked in the middle: the next command goes on', async () => {
  const options: { fault?: FakeOptions['fault'] } = {
    fault: (_, count) => (count === 5 ? error(401, 400_401) : undefined),
  };
  await using revoked = await sendbirdHere(app(), { options });
  await expect(revoked.here.json('validate')).rejects.toThrow('PULL.AUTH');
  options.fault = undefined;
  const before = revoked.api.requests.slice(0, 4);
  const { exitCode, result } = await revoked.here.json('validate');
  expect([exitCode, result.entities.messages]).toMatchObject([0, { read: 3 }]);
  expect(revoked.api.requests.slice(5).filter((request) => before.slice(0, 3).includes(request))).toEqual([]);
});

test('one channel that the key may not read is said, and the others are read', async () => {
  await using forbidden = await start(of('two', error(403, 403_100)));
  const { exitCode, result } = await forbidden.here.json('validate');
  expect(result.entities.messages).toMatchObject({ read: 2 });
  expect([exitCode, result.export?.pulled?.unread?.samples]).toMatchObject([4, [{ code: 'PULL.FORBIDDEN' }]]);
});

test('a channel that is deleted while it is listed is not there', async () => {
  for (const answer of [error(400, 400_201), error(404, 400_201)]) {
    await using deleted = await start(({ path }) =>
      /\/two(?:\/messages)?$/.test(path) ? answer : undefined,
    );
    const { exitCode, result } = await deleted.here.json('validate');
    expect([exitCode, result.entities]).toMatchObject([0, { groups: { read: 2 }, messages: { read: 2 } }]);
    expect(result.export?.notes).toContain('1 conversation was deleted in the old system while it was read');
  }
});

test.each([
  ['404 with HTML', { status: 404, body: '<html>not found</html>' }],
  ['404 of a list that there is not', error(404, 404_100)],
  ['410', { status: 410, body: '' }],
  ['"not found", while the channel is there', error(400, 400_201)],
])('%s in place of the messages of one channel deletes nothing', async (_name, answer) => {
  await using odd = await start(of('two', answer));
  const { exitCode, result } = await odd.here.json('validate');
  expect(result.entities).toMatchObject({ groups: { read: 3 }, messages: { read: 2 } });
  expect([exitCode, result.export?.pulled?.unread?.samples]).toMatchObject([
    4,
    [{ conversation: 'two', code: 'PULL.FORM' }],
  ]);
});

test('404 with HTML in place of all messages: nothing is done as if it were complete', async () => {
  await using odd = await start(({ path }) =>
    path.endsWith('/messages') ? { status: 404, body: '<html>' } : undefined,
  );
  const { exitCode, result } = await odd.here.json('validate');
  expect([exitCode, result.export?.pulled?.unread?.count]).toEqual([4, 3]);
});

test.each([
  ['a page of HTML', { status: 200, body: '<html>down</html>', headers: { 'content-type': 'text/html' } }],
  ['a cursor that repeats', { status: 200, body: { users: [], next: 'here' } }],
  ['another list', { status: 200, body: { messages: [] } }],
])('%s in place of the list of users', async (_name, answer) => {
  await using odd = await start(({ path }) => (path === '/v3/users' ? answer : undefined));
  await expect(odd.here.json('validate')).rejects.toThrow(/ended with 7:[\s\S]*\nPULL\.FORM\n/);
});

test('a page of HTML in place of the messages of one channel', async () => {
  await using odd = await start(of('two', { status: 200, body: '<html>down</html>' }));
  const { exitCode, result } = await odd.here.json('validate');
  expect(result.entities.messages).toMatchObject({ read: 2 });
  expect([exitCode, result.export?.pulled?.unread?.samples]).toMatchObject([4, [{ code: 'PULL.FORM' }]]);
});

test('a redirect to another host is not followed', async () => {
  let asked = 0;
  const other = createServer((_, response) => {
    asked++;
    response.end('{}');
  });
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const location = `http://127.0.0.1:${(other.address() as AddressInfo).port}/v3/users`;
  await using away = await start(() => ({ status: 302, headers: { location } }));
  await expect(away.here.json('validate')).rejects.toThrow(/ended with 2:[\s\S]*\nPULL\.HOST\n/);
  expect(asked).toBe(0);
  other.close();
});

test('an application without exports, where the job is wanted', async () => {
  await using without = await start(undefined, { more: ', by: export' });
  await expect(without.here.json('validate')).rejects.toThrow(/ended with 7:[\s\S]*\nPULL\.JOB_FAILED\n/);
});

test('no users where there were some: nothing is replaced', async () => {
  const options: { fault?: FakeOptions['fault'] } = {};
  await using emptied = await sendbirdHere(app(), { options, rest: 'sync: { onMissing: delete }' });
  expect((await emptied.here.json('run', '--yes')).exitCode).toBe(0);
  options.fault = ({ path }) =>
    path === '/v3/users' ? { status: 200, body: { users: [], next: '' } } : undefined;
  await expect(emptied.here.json('run', '--yes')).rejects.toThrow(/ended with 11:[\s\S]*\nPULL\.EMPTY\n/);
  expect(await Array.fromAsync(emptied.here.service.users.list())).toHaveLength(2);
});

test('ids that would lead elsewhere in an address', async () => {
  const odd = new ChatApp();
  const ids = ['../../users', 'a/b?c#d', '__proto__', 'line\nbreak', '%2e%2e', '..', 'half \ud800'];
  odd.addUser('ann');
  // Authors whom no list has are asked for by id, but for those whom no address can name.
  odd.addChannel('plain', ['ann'], { created_by: { user_id: 'ann' } });
  odd.write('plain', 'x\ud800y', 99, 1_751_300_000_000);
  for (const [at, id] of ids.entries()) {
    odd.addChannel(id, ['ann'], { created_by: { user_id: 'ann' } });
    odd.write(id, 'ann', 100 + at, 1_751_300_000_000);
  }
  await using strange = await sendbirdHere(odd);
  const { result } = await strange.here.json('validate');
  // The last two are what no address can have: it is said, not asked for.
  expect(result.entities.messages).toMatchObject({ read: ids.length - 1 });
  // JSON has the half of a character as an escape.
  const samples = ['..', 'half \\ud800'].map((conversation) =>
    expect.objectContaining({ conversation, code: 'PULL.FORM' }),
  );
  expect(result.export?.pulled?.unread).toMatchObject({
    count: 2,
    samples: expect.arrayContaining(samples),
  });
  expect(strange.api.requests.filter((request) => !request.startsWith('GET /v3/'))).toEqual([]);
});
