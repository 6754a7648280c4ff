import { describe, expect, test } from 'vitest';
import { type Asked, type FakeStream, type Fault, fakeStream } from './fake-stream.ts';
import { conversationsOf, named, never, opened, rowsOf } from './reading.ts';

/** What reading a whole app comes to, while a request is answered otherwise. */
async function read(fault: (asked: Asked) => Fault | undefined): Promise<string> {
  await using fake = await fakeStream({ fault });
  return await outcomeOf(fake);
}

async function outcomeOf(fake: FakeStream, by: 'auto' | 'export' = 'auto'): Promise<string> {
  await using origin = opened(fake, { by });
  try {
    for (const list of origin.tops({ until: Date.now() })) await rowsOf(list);
    for (const { lists } of await conversationsOf(origin)) for (const list of lists) await rowsOf(list);
    return 'read';
  } catch (error) {
    const { fault, code, message } = error as { fault?: string; code?: string; message: string };
    expect(message).not.toContain(fake.secret);
    expect(message.length).toBeLessThan(600);
    return `${fault ?? code}: ${message}`;
  }
}

/** At the request of a kind, from the nth on or at it alone. */
const at = (kind: string, fault: Fault, { only }: { readonly only?: number } = {}) => {
  let count = 0;
  return ({ parts }: Asked): Fault | undefined => {
    const is = parts.at(-1) === kind || (kind !== 'query' && parts[0] === kind && parts.length === 1);
    if (!is) return undefined;
    count++;
    return only === undefined || count === only ? fault : undefined;
  };
};

const HTML = {
  headers: { 'content-type': 'text/html' },
  body: '<html><body>down for maintenance</body></html>',
};
const NOT_CREATED =
  'GetOrCreateChannel failed with error: "either data.created_by or data.created_by_id must be provided when using server side auth."';

describe('answers that go wrong', () => {
  test.each([
    ['500 once', at('users', { status: 500 }, { only: 1 }), /^read$/],
    ['503 once in the middle', at('query', { status: 503 }, { only: 3 }), /^read$/],
    ['an answer that is cut', at('query', { body: { messages: [] }, cut: true }, { only: 2 }), /^read$/],
    [
      '401 in the middle',
      at('query', { status: 401, body: { code: 5, message: 'authentication failed' } }, { only: 4 }),
      /^PULL.AUTH: Stream refuses the key/,
    ],
    [
      'a suspended app',
      at('users', { status: 403, body: { code: 99, message: 'app is suspended' } }),
      /^PULL.AUTH/,
    ],
    [
      '403 for a channel',
      at('query', { status: 403, body: { code: 17, message: 'not allowed' } }),
      /^forbidden: .*\(17\): not allowed/,
    ],
    [
      'a channel that was deleted',
      at('query', { status: 400, body: { code: 4, message: NOT_CREATED } }),
      /^gone: the channel messaging:/,
    ],
    ['another mistake', at('query', { status: 400, body: { code: 4, message: 'bad field' } }), /^refused/],
    ['a page of HTML', at('users', HTML), /^form: .*no JSON/],
    ['another list', at('users', { body: { people: [] } }), /^form: the answer has no list "users"/],
    [
      'a list of other things',
      at('users', { body: { users: ['ann'] } }),
      /^form: the list "users" has more than objects/,
    ],
    ['users without an id', at('users', { body: { users: [{ name: 'Ann' }] } }), /^form: the last record/],
    [
      'messages without a time',
      at('query', { body: { messages: [{ id: 'm', created_at: 5 }] } }),
      /^form: a record of the list has no id, or no time/,
    ],
    ['a time that is none', at('query', { body: { messages: [{ id: 'm', created_at: 'soon' }] } }), /^form/],
    [
      'a redirect to another host',
      at('users', { status: 302, headers: { location: 'https://elsewhere.example.com/users' } }),
      /^PULL.HOST: .*elsewhere\.example\.com/,
    ],
    [
      'a thread whose parent was deleted',
      at('replies', { status: 404, body: { code: 16, message: 'not there' } }),
      /^read$/,
    ],
  ])('%s', async (_what, fault, expected) => {
    expect(await read(fault)).toMatch(expected);
  });

  test('429 with a reset is waited for', async () => {
    await using fake = await fakeStream();
    let refused = 0;
    fake.fault = ({ number }) => {
      if (number !== 5) return undefined;
      refused = Date.now();
      const reset = String(Math.floor(refused / 1_000) + 1);
      const headers = {
        'x-ratelimit-limit': '600000',
        'x-ratelimit-remaining': '0',
        'x-ratelimit-reset': reset,
      };
      return { status: 429, headers, body: { code: 9, message: 'Too many requests' } };
    };
    expect(await outcomeOf(fake)).toBe('read');
    expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(refused / 1_000) * 1_000 + 1_000);
  });

  test('a list that ignores where it was to go on', async () => {
    const first = (parts: readonly string[]) => parts[0] === 'channels' && parts.length === 1;
    const channel = (cid: string, at: string) => ({
      channel: { cid, type: 'messaging', id: cid, created_at: at },
      members: [],
    });
    const page = { channels: [channel('a', '2026-01-01T00:00:00Z'), channel('b', '2026-01-02T00:00:00Z')] };
    expect(await read(({ parts }) => (first(parts) ? { body: page } : undefined))).toMatch(
      /^form: the list goes back to 2026-01-01/,
    );
  });

  test('a key of another app, and a wrong secret', async () => {
    await using fake = await fakeStream();
    await using other = opened({ ...fake, key: 'another-key' });
    await using wrong = opened({ ...fake, secret: 'another-secret-123' });
    await using right = opened(fake);
    for (const origin of [other, wrong])
      await expect(origin.check(never)).rejects.toMatchObject({ code: 'PULL.AUTH' });
    expect(await right.check(never)).toBe('its users can be read');
  });

  test.each(['..', '.', 'a/../../b', 'a%2e', '__proto__', 'a\u0000b', '😀', 'x'.repeat(64)])(
    'a channel and a message with the id %j lead to no other address',
    async (id) => {
      await using fake = await fakeStream();
      const cid = `messaging:${id}`;
      fake.app.channels.clear();
      fake.app.channels.set(cid, { cid, type: 'messaging', id, created_at: '2026-01-01T00:00:00Z' });
      fake.app.members.set(cid, []);
      fake.app.messages.set(id, { id, cid, user: 'alice', created_at: '2026-01-01T00:00:00Z' });
      fake.app.messages.set('reply', {
        id: 'reply',
        cid,
        user: 'alice',
        parent_id: id,
        created_at: '2026-01-01T00:00:00Z',
      });
      expect(await outcomeOf(fake)).toMatch(
        /^\.{1,2}$/.test(id) ? /^form: the id "\.+" cannot be part/ : /^read$/,
      );
      expect(
        fake.log.filter(
          (line) =>
            !/^(?:GET \/(?:users|members)|POST \/channels|POST \/channels\/messaging\/[^/]+\/query|GET \/messages\/[^/]+\/replies)$/.test(
              line,
            ),
        ),
      ).toEqual([]);
    },
  );
});

describe('export tasks', () => {
  const files = async (fake: FakeStream, by: 'export' | 'auto' = 'export') => {
    await using origin = opened(fake, { by });
    const list = named(origin.tops({ until: Date.now() }), 'exports');
    const found: string[] = [];
    for (let at: string | undefined = list.first; at !== undefined; ) {
      const { file, next } = await list.step(at, never);
      if (file) found.push(file.name);
      at = next;
    }
    return found;
  };

  test('are of 25 channels each, and waited for', async () => {
    await using fake = await fakeStream({ polls: 3 });
    for (let n = 0; n < 30; n++)
      fake.app.channels.set(`messaging:x${n}`, {
        cid: `messaging:x${n}`,
        type: 'messaging',
        id: `x${n}`,
        created_at: `2026-01-01T00:00:${10 + n}Z`,
      });
    expect(await files(fake)).toEqual(['channels-task-1.json', 'channels-task-2.json']);
    expect(fake.log.filter((line) => line.startsWith('GET /tasks')).length).toBe(8);
  });

  test('are begun once, wherever a pull stops, and again if Stream does not know them any more', async () => {
    await using fake = await fakeStream({ polls: 0 });
    await using origin = opened(fake, { by: 'export' });
    const list = named(origin.tops({ until: Date.now() }), 'exports');
    const { next: task = '' } = await list.step(list.first, never);
    const first = await list.step(task, never);
    fake.expire('links');
    const second = await list.step(task, never);
    expect([first.file?.name, second.file?.name, first.file?.url === second.file?.url]).toEqual([
      'channels-task-1.json',
      'channels-task-1.json',
      false,
    ]);
    fake.expire('tasks');
    const { next: again = '', waitMs } = await list.step(task, never);
    expect([again, (waitMs ?? 0) > 0]).toEqual([list.first, true]);
    expect(fake.log.filter((line) => line === 'POST /export_channels').length).toBe(1);
  });

  test.each([
    [
      'refused',
      ({ parts }: Asked) =>
        parts[0] === 'export_channels'
          ? { status: 403, body: { code: 17, message: 'not on this plan' } }
          : undefined,
      /^job: .*not on this plan/,
    ],
    [
      'failed',
      ({ parts }: Asked) =>
        parts[0] === 'tasks'
          ? { body: { status: 'failed', error: { description: 'too large' } } }
          : undefined,
      /^job: the export task task-1 failed: too large/,
    ],
    [
      'without an id',
      ({ parts }: Asked) => (parts[0] === 'export_channels' ? { body: {} } : undefined),
      /^job: .*names no task/,
    ],
  ])('that are %s are said to be so', async (_what, fault, expected) => {
    await using fake = await fakeStream({ fault });
    expect(await outcomeOf(fake, 'export')).toMatch(expected);
  });

  test('are not used where the pipeline leaves the choice', async () => {
    await using fake = await fakeStream();
    await expect(files(fake, 'auto')).rejects.toThrow('no list exports');
  });
});
