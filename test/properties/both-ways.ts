import { expect } from 'vitest';
import { type CheckedRow, checkRow } from '../../src/delivery/check.ts';
import type { Plan, Step } from '../../src/delivery/plan.ts';
import { ownItem } from '../../src/delivery/rows/line-row.ts';
import { Slabs } from '../../src/delivery/rows/slab.ts';
import { RunScreen } from '../../src/delivery/rows/slab-blocks.ts';
import { SlabRow } from '../../src/delivery/rows/slab-row.ts';
import { type ReadingDeps, stepReading } from '../../src/delivery/step-reading.ts';
import { type EntityName, entityRecord } from '../../src/input/entities/entity.ts';
import { type VersionDigest, versionsWith } from '../../src/input/entities/row-version.ts';
import type { Row } from '../../src/input/rows/row.ts';
import { readRows } from '../../src/input/sources/read-rows.ts';
import { fingerprint64 } from '../../src/keys/fingerprint64.ts';
import { KeyIndex } from '../../src/keys/key-index.ts';
import { ByteWriter } from '../../src/ledger/log/bytes.ts';
import { encodeIntended } from '../../src/ledger/log/records.ts';
import { pendingEntryOf } from '../../src/ledger/pending-entry.ts';

const SECRET = 'a secret of this test';
const never = new AbortController().signal;

/** The rows of all steps, in slabs as far as possible, or all as objects. */
async function checkedRows(
  plan: Plan,
  inSlabs: boolean,
  digest: VersionDigest,
): Promise<Map<EntityName, readonly CheckedRow[]>> {
  const keys = entityRecord(() => new KeyIndex());
  const found = new Map<EntityName, readonly CheckedRow[]>();
  for (const step of plan.steps) {
    const deps = depsOf(plan, step, keys, digest);
    const chunks = readRows(step.sources, undefined, never, (source, file) =>
      inSlabs ? stepReading(source, file, deps) : { row: (row: Row) => checkRow(row, deps) },
    );
    const rows: CheckedRow[] = [];
    for await (const chunk of chunks) rows.push(...chunk);
    found.set(step.entity.name, rows);
  }
  return found;
}

const depsOf = (plan: Plan, step: Step, keys: ReadingDeps['keys'], digest: VersionDigest): ReadingDeps => ({
  ...step,
  ...plan,
  keys,
  versions: versionsWith(SECRET, digest),
  slabs: new Slabs(),
  screen: new RunScreen(),
});

/** Reads the rows of a plan both ways, and compares each; returns how many were in slabs, and how many of them in blocks. */
export async function compared(
  open: () => Promise<Plan>,
  digest: VersionDigest,
): Promise<{ readonly inSlabs: number; readonly inBlocks: number }> {
  let [inSlabs, inBlocks] = [0, 0];
  const plan = await open();
  const bytes = await checkedRows(plan, true, digest);
  const objects = await checkedRows(await open(), false, digest);
  for (const step of plan.steps) {
    const [ours = [], theirs = []] = [bytes.get(step.entity.name), objects.get(step.entity.name)];
    expect(ours.length).toBe(theirs.length);
    for (const [index, row] of ours.entries()) {
      const other = theirs[index];
      if (!(row instanceof SlabRow)) expect(row).toEqual(other);
      else if (other && !(other instanceof SlabRow) && other.item) {
        same(row, { ...other.item, entry: other.entry }, step, digest);
        inSlabs++;
        if (row.slab.logEnd[row.index] !== 0) inBlocks++;
      } else expect.fail(`row ${index} is only good in a slab`);
    }
    sameBodies(ours, step);
  }
  return { inSlabs, inBlocks };
}

type ObjectItem = Extract<CheckedRow, { readonly item: object }>['item'] &
  Pick<Extract<CheckedRow, { readonly item: object }>, 'entry'>;

function same(
  row: SlabRow,
  { entry, ...item }: ObjectItem,
  { entity, route }: Step,
  digest: VersionDigest,
): void {
  const { seq: _, ...own } = ownItem(row);
  expect(own).toEqual(item);
  expect([row.key, row.data, row.json]).toEqual([item.key, item.data, item.json]);
  expect(row.toPending()).toEqual(
    pendingEntryOf(entity, item.key, item.data, versionsWith(SECRET, digest).of),
  );
  expect(intentBytes(row)).toEqual(encodeIntended([row.toPending()]));
  expect(row.order).toBe(fingerprint64(route.orderKey({ ...item, seq: 0 })).lo);
  expect(entry).toEqual({
    row: row.row,
    key: row.key,
    stamp: row.stamp,
    valid: true,
    ...(row.tooOldAt === undefined ? {} : { tooOldAt: row.tooOldAt }),
  });
}

function intentBytes(row: SlabRow): Buffer {
  const to = new ByteWriter();
  row.writeIntent(to);
  return to.bytes;
}

/** The body that is copied together is the one that is built of objects. */
function sameBodies(rows: readonly CheckedRow[], { route }: Step): void {
  const inSlabs = rows.filter((row) => row instanceof SlabRow);
  if (inSlabs.length === 0) return;
  const copied = route.bulk?.build(inSlabs);
  const built = route.build(inSlabs.map(ownItem), 1_700_000_000);
  expect({ ...copied, body: String(copied?.body), createdIn: undefined }).toEqual(built);
}
