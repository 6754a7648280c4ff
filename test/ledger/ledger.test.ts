import { mkdtempDisposable, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entities } from '../../src/input/entities/entities.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import { type PendingEntry, pendingEntryOf } from '../../src/ledger/pending-entry.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem } from '../../src/system/system.ts';
import { ledgerAt } from '../support/state-at.ts';

const folder = () => mkdtempDisposable(join(tmpdir(), 'chatferry-'));

/** The pending entry of a user. */
const user = (ledger: Ledger, uid: string, name = uid): PendingEntry =>
  pendingEntryOf(entities.users, uid, { uid, name }, ledger.versions.of);

test('a row is recorded before it is sent, and again after the answer; both records survive the process', async () => {
  await using at = await folder();
  const file = join(at.path, 'ledger.log');
  {
    using ledger = new Ledger(ledgerAt(file), realSystem);
    const ann = user(ledger, 'ann');
    ledger.recordIntent('users', [ann]);
    expect(ledger.find('users', 'ann')).toMatchObject({ origin: 'sent' });
    expect(ledger.hasAcknowledged('users', 'ann')).toBe(false);
    ledger.acknowledge('users', [{ ...ann, origin: 'created' }]);
  }
  using again = new Ledger(ledgerAt(file), realSystem);
  expect(again.find('users', 'ann')).toMatchObject({ origin: 'created', active: true, row: 1 });
  expect(again.hasAcknowledged('users', 'ann')).toBe(true);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('the origin of a row is kept: a row that existed before us never counts as created by us', async () => {
  await using at = await folder();
  using ledger = new Ledger(ledgerAt(join(at.path, 'ledger.log')), realSystem);
  const before = user(ledger, 'ann', 'Ann');
  ledger.acknowledge('users', [{ ...before, origin: 'exists' }]);
  const after = user(ledger, 'ann', 'Anna');
  ledger.acknowledge('users', [{ ...after, origin: 'created' }]);
  expect(ledger.find('users', 'ann')).toMatchObject({ origin: 'exists', version: after.version });
  expect([ledger.count('users', 'exists'), ledger.count('users', 'created')]).toEqual([1, 0]);
});

test('equal content has equal versions; versions of different ledgers cannot be compared', async () => {
  await using at = await folder();
  using one = new Ledger(ledgerAt(join(at.path, 'one.log')), realSystem);
  using other = new Ledger(ledgerAt(join(at.path, 'other.log')), realSystem);
  expect(user(one, 'ann', 'Ann').version).toEqual(user(one, 'ann', 'Ann').version);
  expect(user(one, 'ann', 'Anna').version).not.toEqual(user(one, 'ann', 'Ann').version);
  expect(user(other, 'ann', 'Ann').version).not.toEqual(user(one, 'ann', 'Ann').version);
});

test('a ledger belongs to one target; while it is empty the target can be corrected', async () => {
  await using at = await folder();
  const file = join(at.path, 'ledger.log');
  new Ledger(ledgerAt(file), realSystem, { baseUrl: 'https://a.example/v4' })[Symbol.dispose]();
  {
    using ledger = new Ledger(ledgerAt(file), realSystem, { baseUrl: 'https://a.example/v3' });
    ledger.recordIntent('users', [user(ledger, 'ann')]);
  }
  expect(() => new Ledger(ledgerAt(file), realSystem, { baseUrl: 'https://b.example/v3' })).toThrow(
    expect.objectContaining({ code: 'STATE.TARGET_CHANGED' }),
  );
});

test('rows are read latest first, so that a row comes before the rows that it refers to', async () => {
  await using at = await folder();
  using ledger = new Ledger(ledgerAt(join(at.path, 'ledger.log')), realSystem);
  const users = ['ann', 'ben', 'cy'].map((uid) => ({ ...user(ledger, uid), origin: 'created' as const }));
  expect(ledger.acknowledge('users', users)).toEqual([1, 2, 3]);
  expect(Array.from(ledger.latestFirst('users'), ({ key }) => key)).toEqual(['cy', 'ben', 'ann']);
});

test('it records which rows have changed since their hashes were published', async () => {
  await using at = await folder();
  using ledger = new Ledger(ledgerAt(join(at.path, 'ledger.log')), realSystem);
  const [ann, ben] = [user(ledger, 'ann'), user(ledger, 'ben')];
  ledger.recordIntent('users', [ann, ben]);
  await ledger.publish('users', () => {});
  expect(ledger.changedSincePublished('users')).toEqual([]);
  ledger.acknowledge('users', [{ ...ben, origin: 'created' }]);
  expect(ledger.changedSincePublished('users')).toEqual([ben.row]);
});

test('what was recorded of others while the rows of an entity stayed as they were is looked through once', async () => {
  await using at = await folder();
  let read = 0;
  const readSync: typeof realFiles.readSync = (...args) => {
    const bytes = realFiles.readSync(...args);
    read += bytes;
    return bytes;
  };
  let stamp = '';
  const place = ledgerAt(join(at.path, 'ledger.log'), { ...realFiles, readSync });
  {
    using ledger = new Ledger(place, realSystem);
    ledger.recordIntent('users', [user(ledger, 'ann')]);
    await ledger.publish('users', () => {
      stamp = ledger.stamp;
    });
    const groups = Array.from({ length: 5_000 }, (_, index) =>
      pendingEntryOf(entities.groups, `g${index}`, { guid: `g${index}`, type: 'public' }, ledger.versions.of),
    );
    ledger.recordIntent('groups', groups);
    expect(ledger.hasChanged('users')).toBe(false);
    ledger.stayPublished('users');
  }
  using ledger = new Ledger(place, realSystem);
  read = 0;
  expect(ledger.hasChanged('users')).toBe(false);
  expect(ledger.changedSincePublished('users')).toEqual([]);
  expect(read).toBeLessThan(10_000);
  expect(ledger.ageOf('users', stamp)).toBe('current');
  ledger.acknowledge('users', [{ ...user(ledger, 'ann'), origin: 'created' }]);
  expect(ledger.hasChanged('users')).toBe(true);
  expect(ledger.changedSincePublished('users')).toEqual([1]);
});
