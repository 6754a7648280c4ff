import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pulledIn } from '../../../src/pipeline/pull/pull-origin.ts';
import { realFiles } from '../../../src/system/files.ts';
import { OldSystem } from './old-system.ts';
import { DAY, PullPlaceHere, START } from './place.ts';

const ANCIENT = { id: 'ancient', time: START - 90 * DAY, sender: 'ann', text: 'hello' };

/** A conversation of long ago, a recent one, and one without messages. */
function populated(): OldSystem {
  const old = new OldSystem();
  old.addConversation('team', ['ann', 'ben', 'cid', 'dan'], 9, START - 20 * DAY);
  old.conversation('team').messages.unshift(ANCIENT);
  old.addConversation('Müll/../x', ['ann', 'ben'], 4, START - 3_600_000);
  old.addConversation('empty', ['ann'], 0, START);
  return old;
}

const ids = (rows: readonly { readonly row: unknown }[]): readonly string[] =>
  rows.map(({ row }) => (row as { readonly id: string }).id);

describe('a first pull', () => {
  test('writes each record on a line, a file for each list', async () => {
    using place = new PullPlaceHere();
    const { folder, counts, faults } = await place.pull(populated());
    expect(folder).toBe(join(place.prepared, 'pulled'));
    expect(faults).toEqual([]);
    expect(counts).toMatchObject({ users: 4, conversations: 3, messages: 14 });
    expect(Object.keys(place.bytes())).toEqual([
      'conversations.1.ndjson.zst',
      'members/empty.1.ndjson.zst',
      expect.stringMatching(/^members\/m_ll_x\.[0-9a-f]{16}\.1\.ndjson\.zst$/),
      'members/team.1.ndjson.zst',
      expect.stringMatching(/^messages\/m_ll_x\./),
      'messages/team.1.ndjson.zst',
      'users.1.ndjson.zst',
    ]);
    expect(place.rows('messages')).toHaveLength(14);
    expect(place.rows('messages')[4]).toMatchObject({ of: 'team', row: { id: 'ancient', sender: 'ann' } });
    expect(place.events[0]).toMatchObject({ type: 'pull.started', mode: 'first' });
    expect(place.events.at(-1)).toMatchObject({ type: 'pull.finished', messages: 14 });
  });

  test('leaves out conversations that are not wanted', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.addConversation('left-out-1', ['ann'], 2, START - DAY);
    const { counts } = await place.pull(old);
    expect(counts).toMatchObject({ conversations: 3, messages: 14 });
    expect(old.asked.join()).not.toContain('messages left-out-1');
  });

  test('leaves messages for the next one that came after it began, and finds them then', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.write('team', { id: 'late', time: START + 1, sender: 'ann', text: 'later' });
    await place.pull(old);
    expect(ids(place.rows('messages'))).not.toContain('late');
    place.now += 1_000;
    await place.pull(old);
    expect(ids(place.rows('messages'))).toContain('late');
    expect(place.rows('messages')).toHaveLength(15);
  });

  test('asks by id for authors whom no list of users has', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.users.delete('dan');
    await place.pull(old);
    expect(place.rows('users').map(({ row }) => row)).toContainEqual({ id: 'dan', name: 'late dan' });
  });
});

test('ids that mean something to files, JSON or objects stay what they are', async () => {
  using place = new PullPlaceHere();
  const old = new OldSystem();
  const hostile = [
    ...[
      '..',
      '.',
      '/',
      '/etc/passwd',
      '..\\..\\x',
      'team',
      'TEAM',
      'Team ',
      '__proto__',
      'constructor',
      'gone',
      'con',
    ],
    ...[
      'a\nb',
      '\u0000',
      '{"is":"ended"}',
      '\u2028',
      '💬',
      'é',
      'e\u0301',
      '%2e%2e',
      'x'.repeat(5_000),
      '~',
      '-rf',
    ],
  ];
  for (const id of hostile) old.addConversation(id, [id], 2, START - DAY);
  await place.pull(old);
  expect(new Set(place.rows('messages').map(({ of }) => of))).toEqual(new Set(hostile));
  place.now += DAY;
  for (const id of hostile) old.conversation(id).messages.shift();
  await place.pull(old);
  expect(new Set(place.rows('gone').map(({ of }) => of))).toEqual(new Set(hostile));
  expect(place.rows('messages')).toHaveLength(hostile.length);
  expect(readdirSync(place.prepared).sort()).toEqual(['pulled', 'pulled.log']);
  expect(Object.keys(place.bytes()).filter((name) => !/^[a-z]+\/?[\w.-]*$/.test(name))).toEqual([]);
});

describe('a night without changes', () => {
  test('reads the lists of the account, and conversations with recent messages alone', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const before = place.rows('messages');
    place.now += DAY;
    old.asked = [];
    await place.pull(old);
    expect(old.asked).toEqual([
      'users',
      'users cid',
      'conversations',
      'members Müll/../x',
      'messages Müll/../x',
      expect.stringMatching(/^messages Müll\/..\/x \d+/),
    ]);
    expect(place.rows('messages')).toEqual(before);
    expect(place.rows('gone')).toEqual([]);
  });

  test('reads everything anew after so many days', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.asked = [];
    place.now += 31 * DAY;
    old.conversation('team').messages.shift();
    await place.pull(old);
    expect(old.asked).toContain('messages team');
    expect(place.events.filter(({ type }) => type === 'pull.started')).toMatchObject([{}, { mode: 'full' }]);
    // It is absent, as from an export: what becomes of it is said by sync.onMissing.
    expect(ids(place.rows('messages'))).not.toContain('ancient');
    expect(place.rows('gone')).toEqual([]);
  });

  test('does not ask again within a command, or if what is there is taken', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    const { until } = await place.pull(old);
    old.asked = [];
    place.now += DAY;
    expect(await place.pull(old, 'missing')).toMatchObject({ until });
    expect(await place.pull(old, 'use')).toMatchObject({ until });
    expect(old.asked).toEqual([]);
  });
});

describe('a night with changes', () => {
  test('edits and deletions of the last days are seen, with what was deleted as a record', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const pair = old.conversation('Müll/../x');
    const [first, second, ...others] = pair.messages;
    pair.messages = [{ ...first, text: 'edited' } as typeof first & object, ...others];
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('messages').find(({ row }) => (row as { id: string }).id === first?.id)).toMatchObject({
      row: { text: 'edited' },
    });
    const gone = [
      {
        chatferry: 'old',
        list: 'gone',
        of: pair.id,
        row: { id: second?.id, time: second?.time, sender: 'ben' },
      },
    ];
    expect(place.rows('gone')).toEqual(gone);
    // It stays gone, and comes back if the old system has it again.
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('gone')).toEqual(gone);
    pair.messages.splice(1, 0, second as typeof second & object);
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('gone')).toEqual([]);
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('a changed conversation keeps what is older than the window', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.write('team', { id: 'new', time: START + 60_000, sender: 'ann', text: 'hi' });
    old.conversation('team').messages.shift();
    old.asked = [];
    place.now += DAY;
    const { counts } = await place.pull(old);
    expect(counts.messages).toBe(14);
    expect(ids(place.rows('messages').filter(({ of }) => of === 'team'))).toEqual([
      'ancient',
      ...Array.from({ length: 9 }, (_, at) => `team-${at}`),
      'new',
    ]);
  });

  test('conversations that are not listed any more go with their records', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.conversations.delete('team');
    place.now += DAY;
    await place.pull(old);
    expect(ids(place.rows('conversations'))).not.toContain('team');
    expect(place.rows('messages')).toHaveLength(4);
  });

  test('an author who leaves the list of users later is asked for by id', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    old.users.delete('dan');
    place.now += DAY;
    await place.pull(old);
    expect(place.rows('users').map(({ row }) => row)).toContainEqual({ id: 'dan', name: 'late dan' });
    old.asked = [];
    place.now += DAY;
    await place.pull(old);
    expect(old.asked.filter((each) => each.startsWith('people'))).toEqual([]);
    expect(ids(place.rows('users'))).toContain('dan');
  });
});

describe('faults', () => {
  test.each([
    ['forbidden', 'PULL.FORBIDDEN'],
    ['form', 'PULL.FORM'],
    ['refused', 'PULL.FORM'],
  ] as const)(
    '%s of one conversation leaves its records as they were, and is tried again',
    async (fault, code) => {
      using place = new PullPlaceHere();
      const old = populated();
      await place.pull(old);
      old.write('team', { id: 'new', time: START + 60_000, sender: 'ann', text: 'hi' });
      old.faults.set('messages team', fault);
      place.now += DAY;
      expect((await place.pull(old)).faults).toMatchObject([{ conversation: 'team', code }]);
      expect(place.rows('messages')).toHaveLength(14);
      old.faults.clear();
      place.now += DAY;
      expect((await place.pull(old)).faults).toEqual([]);
      expect(place.rows('messages')).toHaveLength(15);
    },
  );

  test('a conversation that is deleted while it is listed is as one that was not listed', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.faults.set('messages team', 'gone');
    expect((await place.pull(old)).faults).toEqual([]);
    expect(ids(place.rows('conversations'))).toEqual(['Müll/../x', 'empty']);
    expect(place.rows('members').some(({ of }) => of === 'team')).toBe(false);
  });

  test.each([
    ['forbidden', 'PULL.FORBIDDEN'],
    ['form', 'PULL.FORM'],
    ['gone', 'PULL.FORM'],
  ] as const)('%s of a list of the account ends the pull', async (fault, code) => {
    using place = new PullPlaceHere();
    const old = populated();
    old.faults.set('conversations', fault);
    await expect(place.pull(old)).rejects.toMatchObject({ code });
    await expect(place.pull(old, 'use')).rejects.toMatchObject({ code: 'PULL.NOT_PULLED' });
    old.faults.clear();
    old.asked = [];
    await place.pull(old);
    // Users were read before.
    expect(old.asked.join()).not.toContain('users');
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('an expired place begins the list again, and not for ever', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.expires = 2;
    await place.pull(old);
    expect(place.rows('users')).toHaveLength(4);
    expect(place.rows('messages')).toHaveLength(14);
    old.expires = 100;
    place.now += DAY;
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORM' });
  });

  test('a place that leads back ends the list', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.circles = 'messages team';
    const { faults } = await place.pull(old);
    expect(faults).toMatchObject([{ conversation: 'team', code: 'PULL.FORM' }]);
    expect(faults[0]?.text).toContain('leads back');
    expect(place.rows('messages').some(({ of }) => of === 'team')).toBe(false);
  });

  test.each(['users', 'conversations'] as const)(
    'no %s where there were some replaces nothing',
    async (kind) => {
      using place = new PullPlaceHere();
      const old = populated();
      const { until } = await place.pull(old);
      const before = place.digests();
      const saved = [...old[kind]];
      old[kind].clear();
      place.now += DAY;
      await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.EMPTY', exitCode: 11 });
      expect(place.digests()).toEqual(before);
      expect(await place.pull(old, 'use')).toMatchObject({ until });
      for (const [id, each] of saved) (old[kind] as Map<string, unknown>).set(id, each);
      await place.pull(old);
      expect(place.rows('messages')).toHaveLength(14);
    },
  );

  test('a job that fails is replaced by lists, unless it was asked for', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    old.hasJob = true;
    await place.pull(old);
    expect(place.said.join()).toContain('lists are read in place of the export job');
    expect(old.asked).toContain('job');
    expect(place.rows('messages')).toHaveLength(14);
    using other = new PullPlaceHere();
    other.by = 'export';
    await expect(other.pull(old)).rejects.toMatchObject({ code: 'PULL.JOB_FAILED', exitCode: 7 });
  });

  test('an error that ends the pull ends what others of it are doing', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    const stop = new AbortController();
    let requests = 0;
    old.onRequest = () => {
      if (++requests === 9) stop.abort(new Error('Ctrl-C'));
    };
    await expect(place.pull(old, 'again', realFiles, stop.signal)).rejects.toThrow('Ctrl-C');
    old.onRequest = () => {};
    await place.pull(old);
    expect(place.rows('messages')).toHaveLength(14);
  });
});

describe('what is on the disk', () => {
  test('that is missing or cut is no complete pull, and is read again', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const before = place.rows('messages');
    rmSync(join(place.prepared, 'pulled/messages/team.1.ndjson.zst'));
    truncateSync(join(place.prepared, 'pulled/users.1.ndjson.zst'), 5);
    expect(await pulledIn(place.prepared, realFiles)).toBeUndefined();
    place.now += DAY;
    await place.pull(old, 'missing');
    expect(place.rows('messages')).toHaveLength(before.length);
    expect(place.rows('users')).toHaveLength(4);
  });

  test('of the account that is lost while a pull is stopped makes it read everything', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    place.now += DAY;
    old.faults.set('conversations', 'forbidden');
    await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORBIDDEN' });
    old.faults.clear();
    old.asked = [];
    rmSync(join(place.prepared, 'pulled/users.1.ndjson.zst'));
    await place.pull(old);
    expect(old.asked).toContain('messages team');
    expect(place.rows('messages')).toHaveLength(14);
    expect(place.rows('users')).toHaveLength(4);
  });

  test('with a log that nobody understands is read as if nothing was there', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const log = join(place.prepared, 'pulled.log');
    writeFileSync(log, `nonsense\n${readFileSync(log, 'utf8')}`);
    place.now += DAY;
    await place.pull(old);
    expect(place.events.filter(({ type }) => type === 'pull.started').at(-1)).toMatchObject({
      mode: 'first',
    });
    expect(place.rows('messages')).toHaveLength(14);
  });

  test('that is full ends the pull with a name, and it goes on once there is room', async () => {
    using place = new PullPlaceHere();
    const old = populated();
    let writes = 0;
    const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
    await expect(
      place.pull(old, 'again', {
        ...realFiles,
        async open(path, flags, mode) {
          if (path.includes('messages') && ++writes > 1) throw full;
          return await realFiles.open(path, flags, mode);
        },
      }),
    ).rejects.toMatchObject({ code: 'SOURCE.SPOOL_FULL' });
    await place.pull(old);
    expect(place.rows('messages')).toHaveLength(14);
  });
});
