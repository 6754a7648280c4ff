import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { entities } from '../../src/input/entities/entities.ts';
import { versionsWith } from '../../src/input/entities/row-version.ts';
import type { LedgerEntry } from '../../src/ledger/entry.ts';
import { FieldDigests } from '../../src/ledger/field-digests.ts';
import { realFiles } from '../../src/system/files.ts';

const versions = versionsWith('a secret', 'siphash');
const ANN = { uid: 'ann', name: 'Ann', tags: ['a'], metadata: { b: 1, a: 2 } };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chatferry-fields-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const memory = (secret = versions): FieldDigests =>
  new FieldDigests(join(folder, 'users.fields'), entities.users, secret, realFiles);
const entry = (row: number, data: object): LedgerEntry => ({
  row,
  key: 'ann',
  origin: 'created',
  active: true,
  version: versions.of(entities.users, data as never),
});

test('names the fields that differ, also one that is gone and one that is new; the order of members is no difference', () => {
  using fields = memory();
  fields.putNew(7, entry(7, ANN).version, () => ANN);
  const changed = (data: object) => fields.changed(entry(7, ANN), fields.of(data as never));
  expect(changed({ ...ANN, name: 'Anna' })).toEqual(['name']);
  expect(changed({ uid: 'ann', name: 'Ann', link: 'https://x.example', metadata: { a: 2, b: 1 } })).toEqual([
    'link',
    'tags',
  ]);
  expect(changed({ ...ANN, deactivatedAt: 1_700_000_000 })).toEqual(['deactivated']);
  // What the service changes by itself is not compared.
  expect(changed({ ...ANN, lastActiveAt: 1_700_000_000 })).toEqual([]);
});

test('a record with a flipped bit names no field', () => {
  {
    using fields = memory();
    fields.putNew(1, entry(1, ANN).version, () => ANN);
  }
  const path = join(folder, 'users.fields');
  const whole = readFileSync(path);
  const start = whole.length / 2;
  for (let bit = start * 8; bit < whole.length * 8; bit++) {
    const damaged = Buffer.from(whole);
    damaged[bit >> 3] = (damaged[bit >> 3] as number) ^ (1 << (bit & 7));
    writeFileSync(path, damaged);
    using fields = memory();
    expect([bit, fields.changed(entry(1, ANN), fields.of({ ...ANN, name: 'Anna' }))]).toEqual([
      bit,
      undefined,
    ]);
  }
});

test('survives its process, and says that it does not know rather than anything wrong', () => {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({ uid: `u-${index}`, name: `User ${index}` }));
  {
    using fields = memory();
    for (const [index, row] of rows.entries()) fields.putNew(index + 1, entry(0, row).version, () => row);
  }
  using fields = memory();
  const now = fields.of({ uid: 'u-4000', name: 'Other' });
  expect(fields.changed(entry(4_001, rows[4_000] as object), now)).toEqual(['name']);
  // Another version of the row, a row behind the end, a version that is unknown.
  expect(fields.changed(entry(4_001, ANN), now)).toBeUndefined();
  expect(fields.changed(entry(9_999, ANN), now)).toBeUndefined();
  expect(fields.changed({ ...entry(4_001, ANN), version: { content: -1, fixed: 1 } }, now)).toBeUndefined();
  expect(statSync(join(folder, 'users.fields')).mode & 0o777).toBe(0o600);
});
