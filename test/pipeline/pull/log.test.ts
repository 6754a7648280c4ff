import { mkdirSync, mkdtempDisposableSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Journal } from '../../../src/pipeline/pull/records/journal.ts';
import { type Files, type OpenFile, realFiles } from '../../../src/system/files.ts';
import { DAY, PullPlaceHere, START } from './place.ts';
import { ids, populated } from './populated.ts';

const coded = (code: string): Error => Object.assign(new Error(code), { code });
const NO_COUNTS = { users: 0, conversations: 0, messages: 0 };

/** Files whose log cannot be opened, or not be written. */
function failing(code: string, isFailing: (write: string | undefined) => boolean): Files {
  return {
    ...realFiles,
    async open(path, flags, mode) {
      if (!path.endsWith('pulled.log')) return await realFiles.open(path, flags, mode);
      if (isFailing(undefined)) throw coded(code);
      const file: OpenFile = await realFiles.open(path, flags, mode);
      return {
        read: (...args) => file.read(...args),
        async write(from, offset, length, position) {
          const text = Buffer.from(from).toString('utf8', offset, offset + length);
          if (!isFailing(text)) return await file.write(from, offset, length, position);
          // A part of it gets to the disk.
          await file.write(from, offset, length >> 1, position);
          throw coded(code);
        },
        datasync: () => file.datasync(),
        sync: () => file.sync(),
        stat: () => file.stat(),
        close: () => file.close(),
        [Symbol.asyncDispose]: () => file.close(),
      };
    },
  };
}

describe('a log that cannot be read', () => {
  test.each(['EIO', 'EMFILE', 'EACCES'])('is not one that is not there: %s', async (code) => {
    using place = new PullPlaceHere();
    const old = populated();
    await place.pull(old);
    const before = place.digests();
    const log = readFileSync(join(place.prepared, 'pulled.log'));
    old.asked = [];
    place.now += DAY;
    for (const mode of ['again', 'missing', 'use'] as const)
      await expect(
        place.pull(
          old,
          mode,
          failing(code, (text) => text === undefined),
        ),
      ).rejects.toMatchObject({
        code: 'DISK.UNREADABLE',
        message: expect.stringContaining('pulled.log'),
      });
    expect(old.asked).toEqual([]);
    expect(place.digests()).toEqual(before);
    expect(readFileSync(join(place.prepared, 'pulled.log'))).toEqual(log);
  });
});

describe('a log that cannot be written', () => {
  test.each(['"held"', '"part"', '"conversation"'])(
    'for want of room at %s ends the pull with a name, and it goes on',
    async (entry) => {
      using quiet = new PullPlaceHere();
      await quiet.pull(populated());
      using place = new PullPlaceHere();
      const old = populated();
      let isFull = false;
      const files = failing('ENOSPC', (text) => {
        // There is room again for what others write: the log must not have it without what was not written.
        const isNow = !isFull && text?.includes(entry) === true;
        isFull ||= isNow;
        return isNow;
      });
      await expect(place.pull(old, 'again', files)).rejects.toMatchObject({ code: 'SOURCE.SPOOL_FULL' });
      expect(isFull).toBe(true);
      const asked = old.asked.length;
      await place.pull(old);
      expect(place.events.filter(({ type }) => type === 'pull.started').at(-1)).toMatchObject({
        mode: 'resumed',
      });
      expect(old.asked.slice(asked).filter((each) => each === 'users')).toEqual(
        entry === '"part"' ? ['users'] : [],
      );
      expect(place.digests()).toEqual(quiet.digests());
    },
  );
});

test('a file that a killed pull has left is not taken for a list that is empty now', async () => {
  using place = new PullPlaceHere();
  const old = populated();
  old.faults.set('messages team', 'form');
  old.faults.set('users', 'form');
  await expect(place.pull(old)).rejects.toMatchObject({ code: 'PULL.FORM' });
  // These bytes were written, and the line of the log about them was not.
  const left = join(place.prepared, 'pulled/messages/empty.1.ndjson.zst');
  mkdirSync(dirname(left), { recursive: true });
  using other = new PullPlaceHere();
  const others = populated();
  others.write('empty', { id: 'deleted-later', time: START - DAY, sender: 'ann', text: 'hi' });
  await other.pull(others);
  writeFileSync(left, other.bytes()['messages/empty.1.ndjson.zst'] as Buffer);
  old.faults.clear();
  await place.pull(old);
  expect(ids(place.rows('messages'))).not.toContain('deleted-later');
});

describe('the memory of a log', () => {
  /** A log of conversations, as a pull writes it. */
  function logOf(path: string, conversations: number, people: number): void {
    const file = openSync(path, 'w');
    const authors = Array.from({ length: people }, (_, at) => `user-with-a-longer-id-${at}`);
    for (let at = 0; at < conversations; at++) {
      const of = `sendbird_group_channel_${at}_0123456789abcdef0123456789abcdef01234567`;
      const list = { of, generation: 1, bytes: 500, counted: NO_COUNTS };
      const lines = [
        [{ is: 'held', ...list, list: 'members' }],
        [{ is: 'held', ...list, list: 'messages', newest: 1, authors }],
        [{ is: 'conversation', of, mark: 'abcdefghijklmnopqrstuv', newest: 1, read: 1, settled: 1 }],
      ];
      writeSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
  }

  test('has the authors of a conversation that its lists say', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-log-'));
    const path = join(folder.path, 'pulled.log');
    logOf(path, 3, 2);
    const journal = await Journal.read(path, realFiles);
    expect(journal.conversations.size).toBe(3);
    for (const { authors } of journal.conversations.values())
      expect(authors).toEqual(['user-with-a-longer-id-0', 'user-with-a-longer-id-1']);
  });

  test('has authors once, and does not copy them for each part', async () => {
    using folder = mkdtempDisposableSync(join(tmpdir(), 'chatferry-log-'));
    await using journal = await Journal.open(join(folder.path, 'pulled.log'), realFiles);
    await journal.add([{ is: 'begun', until: 1, isFull: true, generation: 1 }]);
    const key = { of: 'team', list: 'messages' };
    const part = { is: 'part', ...key, bytes: 1, counted: NO_COUNTS } as const;
    await journal.add([{ ...part, at: '1', authors: ['ann'] }]);
    const { authors } = journal.writing(key) ?? {};
    await journal.add([{ ...part, at: '2', authors: ['ben'] }]);
    await journal.add([{ ...part, at: '3' }]);
    expect(journal.writing(key)).toMatchObject({ at: '3', authors: ['ann', 'ben'] });
    expect(journal.writing(key)?.authors).toBe(authors);
  });
});
