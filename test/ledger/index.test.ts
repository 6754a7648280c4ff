import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type EntityName, entityNames } from '../../src/input/entities/entity.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { LedgerMark } from '../../src/ledger/marks.ts';
import type { PendingEntry } from '../../src/ledger/pending-entry.ts';
import { realFiles } from '../../src/system/files.ts';
import { realSystem, type System } from '../../src/system/system.ts';
import { seeded } from '../support/random.ts';
import { ledgerAt } from '../support/state-at.ts';

const place = () => mkdtempDisposable(join(tmpdir(), 'chatferry-'));
const pending = (key: string, content = 1): PendingEntry => ({
  key,
  version: { content, fixed: 7 },
  active: true,
  ...(key.startsWith('m') ? { conversation: 'g team', sentAt: 1_700_000_000 } : {}),
});
/** A system in which no database can be opened. */
const withoutDatabases: System = {
  ...realSystem,
  files: {
    ...realFiles,
    openDatabase: () => {
      throw new Error('a database is opened');
    },
  },
};

/** All that a ledger answers. */
const contentOf = (ledger: Ledger): unknown =>
  entityNames.map((name) => ({
    name,
    rows: [...ledger.latestFirst(name)],
    changed: ledger.changedSincePublished(name).sort((a, b) => a - b),
    count: ledger.count(name),
  }));

const MARKS: readonly LedgerMark[] = ['retiring', 'deactivated', 'unread', 'leaving', 'staying', 'gone'];

/** Does something to a ledger, as a seed says. */
async function change(ledger: Ledger, random: () => number): Promise<void> {
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  const entity: EntityName = pick(entityNames);
  const prefix = {
    users: 'u',
    groups: 'team',
    members: 'team_member_u',
    messages: 'm',
    roles: 'r',
    friends: 'u1 u',
    reactions: 'u1 ok m',
    pins: 'm',
    receipts: 'group_team1 u',
    blocks: 'u2 u',
    bans: 'g1_member_u',
    tokens: 'u',
  }[entity];
  const keys = Array.from({ length: 4 }, () => `${prefix}${Math.floor(random() * 9)}`);
  const unique = [...new Set(keys)];
  const what = random();
  if (what < 0.35) {
    const rows = unique.map((key) => {
      const row = random() < 0.5 ? ledger.find(entity, key)?.row : undefined;
      return { ...pending(key, Math.floor(random() * 3)), ...(row === undefined ? {} : { row }) };
    });
    ledger.recordIntent(entity, rows);
    if (random() < 0.7)
      ledger.acknowledge(
        entity,
        rows.map((row) => ({ ...row, origin: pick(['created', 'exists'] as const), id: `${row.row}` })),
      );
  } else if (what < 0.6)
    ledger.acknowledge(
      entity,
      keys.map((key) => ({ ...pending(key), origin: 'created' as const })),
    );
  else if (what < 0.85) {
    const rows = Array.from({ length: 3 }, () => 1 + Math.floor(random() * ledger.lastRow(entity)));
    if (ledger.lastRow(entity) > 0) ledger.mark(entity, rows, pick(MARKS));
  } else if (what < 0.9) ledger.markDependentsUncertain(['team', 'team1'], ['u1', 'u2']);
  else if (what < 0.97) await ledger.publish(entity, () => {});
  else if (what < 0.98) ledger.clear();
  else ledger.reopen(ledger.lineage, `lineage ${random()}`);
}

describe('the index', () => {
  test('is the same whenever it is made, brought up to date or deleted', async () => {
    for (let seed = 1; seed <= 25; seed++) {
      await using at = await place();
      const random = seeded(seed);
      const path = join(at.path, 'ledger.log');
      const index = join(at.path, 'ledger.sqlite');
      for (let part = 0; part < 6; part++) {
        using ledger = new Ledger(ledgerAt(path), realSystem);
        for (let n = 0; n < 12; n++) {
          await change(ledger, random);
          if (random() < 0.2) contentOf(ledger);
        }
        const kept = contentOf(ledger);
        ledger[Symbol.dispose]();
        if (random() < 0.5) rmSync(index, { force: true });
        using again = new Ledger(ledgerAt(path), realSystem);
        expect(contentOf(again), `seed ${seed}, part ${part}`).toEqual(kept);
        again[Symbol.dispose]();
        rmSync(index, { force: true });
        using anew = new Ledger(ledgerAt(path), realSystem);
        expect(contentOf(anew), `seed ${seed}, part ${part}`).toEqual(kept);
      }
    }
  });

  test.each<[string, (index: string, older: Buffer) => void]>([
    ['empty', (index) => truncateSync(index)],
    ['cut off', (index) => truncateSync(index, 5_000)],
    ['no database', (index) => writeFileSync(index, 'x'.repeat(20_000))],
    ['of an older time, after the log was cut off', (index, older) => writeFileSync(index, older)],
  ])('that is %s is made anew', async (_, damage) => {
    await using at = await place();
    const path = join(at.path, 'ledger.log');
    const index = join(at.path, 'ledger.sqlite');
    const rows = Array.from({ length: 300 }, (_, n) => pending(`u${n}`));
    let log: Buffer;
    {
      using ledger = new Ledger(ledgerAt(path), realSystem);
      ledger.recordIntent('users', rows.slice(0, 100));
      log = readFileSync(path);
      ledger.recordIntent('users', rows.slice(100));
      expect(ledger.find('users', 'u250')).toBeDefined();
    }
    const further = readFileSync(index);
    if (damage.length === 2) {
      // The index has what the log has lost, and the log has gone on in another way, to the same length.
      writeFileSync(path, log);
      using ledger = new Ledger(ledgerAt(path), realSystem);
      ledger.recordIntent(
        'users',
        rows.slice(100).map(({ key }) => pending(`v${key.slice(1)}`)),
      );
    }
    damage(index, further);
    using ledger = new Ledger(ledgerAt(path), realSystem);
    const [here, gone] = damage.length === 2 ? ['v250', 'u250'] : ['u250', 'v250'];
    expect(ledger.find('users', here)).toMatchObject({ row: 251, origin: 'sent' });
    expect(ledger.find('users', gone)).toBeUndefined();
  });
});

test('what a run and a first sync run need is answered without a database', async () => {
  await using at = await place();
  const path = join(at.path, 'ledger.log');
  {
    using ledger = new Ledger(ledgerAt(path), withoutDatabases, { service: 'a' });
    ledger.checkpoint = 'run';
    expect(ledger.find('users', 'u1')).toBeUndefined();
    expect(ledger.leavingKeys('users')).toEqual([]);
    expect([...ledger.within('users', [])]).toEqual([]);
    ledger.markDependentsUncertain([], []);
    ledger.times.beginSending(5_000, false);
    expect(ledger.times.uncertainSince).toBe(5);
    const rows = [pending('u1'), pending('u2')];
    ledger.recordIntent('users', rows);
    await ledger.intentsSynced();
    const settling = { lineage: 'run', rows: [{ seq: 1, status: 'created' as const }] };
    ledger.acknowledge('users', [{ ...(rows[1] as PendingEntry), origin: 'created' }], settling);
    await ledger.publish('users', () => {});
    ledger.removal = { id: 'a', scope: 'b' };
  }
  {
    using ledger = new Ledger(ledgerAt(path), withoutDatabases, { service: 'a' });
    expect([ledger.lastRow('users'), ledger.isEmpty, ledger.isPublishedWithSums('users')]).toEqual([
      2,
      false,
      true,
    ]);
    expect(ledger.accepted.load('run', 'users', 0)).toEqual(new Map([[1, 'created']]));
    expect(ledger.removal).toEqual({ id: 'a', scope: 'b' });
    ledger.recordIntent('groups', [pending('g1')]);
    expect([ledger.changedSincePublished('users'), ledger.leavingKeys('users')]).toEqual([[], []]);
    ledger.mark('users', [2], 'leaving');
  }
  expect(existsSync(join(at.path, 'ledger.sqlite'))).toBe(false);
  using ledger = new Ledger(ledgerAt(path), realSystem);
  expect(ledger.find('users', 'u2')).toMatchObject({ origin: 'leaving' });
  expect(ledger.changedSincePublished('users')).toEqual([2]);
});

test('rows that were created as they were recorded are acknowledged by their numbers and ids alone', async () => {
  await using at = await place();
  using ledger = new Ledger(ledgerAt(join(at.path, 'ledger.log')), realSystem);
  ledger.recordIntent('messages', ['m0', 'm1', 'm2', 'm3'].map(pending));
  const created = [
    { seq: 12, ledgerRow: 3, createdId: 999_999_999_999_999 },
    { seq: 10, ledgerRow: 1, createdId: 0 },
    { seq: 11, ledgerRow: 2, createdId: 7 },
  ];
  ledger.acknowledgeCreated('messages', created, 'run');
  expect([...ledger.accepted.load('run', 'messages', 11)]).toEqual([
    [11, 'created'],
    [12, 'created'],
  ]);
  expect(ledger.find('messages', 'm2')).toMatchObject({ origin: 'created', id: '999999999999999' });
  expect(ledger.find('messages', 'm1')).toMatchObject({ origin: 'created', id: '7' });
  expect(ledger.find('messages', 'm0')).toMatchObject({ origin: 'created', conversation: 'g team' });
  expect(ledger.find('messages', 'm0')?.id).toBeUndefined();
  expect(ledger.find('messages', 'm3')).toMatchObject({ origin: 'sent', sentAt: 1_700_000_000 });
});

test('a ledger that a process is writing is not opened by another one, whatever lock is there', async () => {
  await using at = await place();
  const path = join(at.path, 'ledger.log');
  const system = (pid: number, isThere: boolean): System => ({
    ...realSystem,
    machine: { ...realSystem.machine, pid, startTimeOf: (of) => String(of), isAlive: () => isThere },
  });
  const open = (at: System): void => new Ledger(ledgerAt(path, at.files), at)[Symbol.dispose]();
  const ledger = new Ledger(ledgerAt(path), system(1, true));
  ledger.recordIntent('users', [pending('u1')]);
  expect(() => open(system(2, true))).toThrow(expect.objectContaining({ code: 'STATE.LOCKED' }));
  open(system(2, false));
  open(system(1, true));
  // Where nobody knows when a process began, its number may be that of another one by now.
  const unknown = { ...realSystem.machine, pid: 2, startTimeOf: () => undefined, isAlive: () => true };
  open({ ...realSystem, machine: unknown });
  ledger[Symbol.dispose]();
  open(system(2, true));
});

test('of many rows the index is made in parts, and what else waits is done in between', async () => {
  await using folder = await place();
  const rows = Array.from({ length: 2_000 }, (_, n) => n);
  {
    using ledger = new Ledger(ledgerAt(join(folder.path, 'ledger.log')), realSystem);
    for (let part = 0; part < 60; part++)
      ledger.recordIntent(
        'messages',
        rows.map((n) => pending(`m${part}-${n}`)),
      );
  }
  using ledger = new Ledger(ledgerAt(join(folder.path, 'ledger.log')), realSystem);
  const turns = new AbortController();
  let count = 0;
  const turning = (async () => {
    for (; !turns.signal.aborted; count++) await nextTurn();
  })();
  await ledger.indexed();
  turns.abort();
  await turning;
  expect(count).toBeGreaterThan(1);
  expect(ledger.count('messages')).toBe(120_000);
});
