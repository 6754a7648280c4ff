import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimOf, type LedgerClaim, lackOf } from '../../src/ledger/claim.ts';
import { Ledger } from '../../src/ledger/ledger.ts';
import type { PendingEntry } from '../../src/ledger/pending-entry.ts';
import { realSystem } from '../../src/system/system.ts';
import { seeded } from '../support/random.ts';
import { ledgerAt } from '../support/state-at.ts';
import { RecordedDisk } from './recorded-disk.ts';

const user = (uid: string): PendingEntry => ({ key: uid, version: { content: 1, fixed: 2 }, active: true });

/** A moment of the ledger's life: what it held, and what a checkpoint could claim of it. */
type Moment = {
  readonly steps: number;
  readonly rows: number;
  readonly answered: ReadonlySet<string>;
  readonly claim: LedgerClaim;
};

/** Records users in chunks and acknowledges some of them, as a run does. */
async function life(disk: RecordedDisk): Promise<Moment[]> {
  using ledger = new Ledger(ledgerAt(disk.path, disk.system.files), disk.system);
  ledger.checkpoint = 'run';
  const moments: Moment[] = [];
  const answered = new Set<string>();
  const note = (rows: number): void => {
    const claim = claimOf(ledger);
    moments.push({ steps: disk.steps.length, rows, answered: new Set(answered), claim });
  };
  for (let chunk = 0; chunk < 6; chunk++) {
    const rows = Array.from({ length: 4 }, (_, index) => user(`u${chunk}-${index}`));
    ledger.recordIntent('users', rows);
    note(4 * (chunk + 1));
    await ledger.intentsSynced();
    note(4 * (chunk + 1));
    const done = rows.slice(0, 3);
    for (const { key } of done) answered.add(key);
    const seqs = done.map((_, index) => ({ seq: chunk * 4 + index, status: 'created' as const }));
    ledger.acknowledge(
      'users',
      done.map((row) => ({ ...row, origin: 'created' as const })),
      { lineage: 'run', rows: seqs },
    );
    note(4 * (chunk + 1));
    if (chunk % 2 === 1) await ledger.sync();
    note(4 * (chunk + 1));
  }
  return moments;
}

/** The last moment that had so many steps, or fewer. */
const momentAt = (moments: readonly Moment[], steps: number): Moment | undefined =>
  moments.findLast((moment) => moment.steps <= steps);

const acknowledged = (ledger: Ledger): string[] =>
  ledger.lastRow('users') === 0 ? [] : [...ledger.acknowledgedKeys('users')];

test('a kill after any write leaves all that was written', async () => {
  using disk = new RecordedDisk();
  const moments = await life(disk);
  expect(disk.steps.length).toBeGreaterThan(15);
  for (const { steps, rows, answered } of moments) {
    using ledger = disk.open(disk.after(steps));
    expect([steps, ledger.lastRow('users')]).toEqual([steps, rows]);
    expect(new Set(acknowledged(ledger))).toEqual(answered);
    expect(ledger.accepted.load('run', 'users', 0).size).toBe(answered.size);
  }
});

test('a power cut leaves what was synced, and of the rest whole blocks from its beginning; nothing that was not answered', async () => {
  using disk = new RecordedDisk();
  const moments = await life(disk);
  const random = seeded(5);
  let lost = 0;
  for (let steps = 0; steps <= disk.steps.length; steps++) {
    const safe = disk.after(disk.syncedOf(steps));
    const all = disk.after(steps);
    // What was not synced: gone, torn anywhere, or with zeroes and foreign bytes in its place.
    for (let n = 0; n < 12; n++) {
      const rest = Buffer.from(all.subarray(safe.length));
      const kept = n === 0 ? 0 : Math.floor(random() * (rest.length + 1));
      if (n % 3 === 1) rest.fill(0, kept);
      if (n % 3 === 2) for (let at = kept; at < rest.length; at += 7) rest[at] = Math.floor(random() * 256);
      const log = Buffer.concat([safe, n % 3 === 0 ? rest.subarray(0, kept) : rest]);
      const before = momentAt(moments, disk.syncedOf(steps));
      const after = momentAt(moments, steps);
      using ledger = disk.open(log, ...(before ? [before.claim] : []));
      if (before) expect(lackOf(ledger, before.claim)).toBeUndefined();
      expect(ledger.lastRow('users')).toBeGreaterThanOrEqual(before?.claim.rows.users ?? 0);
      expect(ledger.lastRow('users')).toBeLessThanOrEqual(after?.rows ?? 0);
      if (ledger.lastRow('users') < (after?.rows ?? 0)) lost++;
      for (const key of acknowledged(ledger)) expect(after?.answered).toContain(key);
      // It goes on: what is written next is found again, behind what was cut off.
      ledger.recordIntent('users', [user('next')]);
      ledger[Symbol.dispose]();
      using again = new Ledger(ledgerAt(disk.path), realSystem);
      expect(again.find('users', 'next')).toMatchObject({ origin: 'sent', row: again.lastRow('users') });
    }
  }
  expect(lost).toBeGreaterThan(50);
});

test('damage before what a checkpoint claims is no torn end: it is an error, and nothing is cut off', async () => {
  using disk = new RecordedDisk();
  const moments = await life(disk);
  const { claim } = moments.at(-1) as Moment;
  const whole = disk.after(disk.steps.length);
  const end = claim.log?.end as number;
  for (let at = 0; at < end; at += 11) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] as number) ^ 0x20;
    expect(() => disk.open(damaged, claim), `byte ${at}`).toThrow(
      expect.objectContaining({ code: 'STATE.CORRUPT', where: expect.objectContaining({ file: disk.path }) }),
    );
  }
  for (let bytes = 200; bytes < end; bytes += 37) {
    try {
      using ledger = disk.open(whole.subarray(0, bytes), claim);
      expect(lackOf(ledger, claim)).toMatch(/is older than the checkpoint|has lost users/);
    } catch (error) {
      // Not even its metadata is there.
      expect(error).toMatchObject({ code: 'STATE.CORRUPT' });
    }
  }
});

test('whole blocks of another time behind the end are not taken for its own', async () => {
  using disk = new RecordedDisk();
  await life(disk);
  const writes = disk.steps.filter((step) => step !== 'synced');
  const last = writes.at(-1)?.bytes as Buffer;
  // A log that has gone on in another way after its first writes.
  disk.open(disk.after(4)).recordIntent('users', [user('other')]);
  const other = readFileSync(disk.path);
  const rows = disk.open(other).lastRow('users');
  expect(disk.open(Buffer.concat([other, last])).lastRow('users')).toBe(rows);
});
