import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SyncRun } from '../../../src/features/sync/sync-run.ts';
import { Ledger } from '../../../src/ledger/ledger.ts';
import { openPlan } from '../../../src/pipeline/open-plan.ts';
import { loadPipeline } from '../../../src/pipeline/pipeline.ts';
import { routesOf } from '../../../src/session/connect.ts';
import { State } from '../../../src/state/state.ts';
import { realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { ledgerInMemory } from '../../support/state-at.ts';
import { compareNaively, csvOf, type ModelRow, ndjsonOf, type StoredRow } from './scenario/export-model.ts';

const row = (uid: number, name: number, createdAt: number): ModelRow => ({
  // A blank name makes a row invalid, a blank uid leaves it without a key.
  uid: uid === 0 ? '' : `u${uid}`,
  name: name === 0 ? '' : `name ${name}`,
  createdAt: 1_600_000_000 + createdAt,
});

const anyRow = fc
  .tuple(fc.nat({ max: 12 }), fc.nat({ max: 6 }), fc.nat({ max: 9 }), fc.nat({ max: 40 }))
  .map(([uid, name, fixed, good]) =>
    row(good === 0 ? 0 : 1 + uid, name === 0 && good > 4 ? 1 : name, fixed === 9 ? 1 : 0),
  );

type Change = (files: ModelRow[][]) => ModelRow[][];

/** A change of an export from one sync to the next. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Change>((files) => files) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), anyRow).map(
      ([file, at, added]): Change =>
        (files) => {
          const rows = files[file % files.length] as ModelRow[];
          rows.splice(at % (rows.length + 1), 0, added);
          return files;
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), anyRow).map(
      ([file, at, other]): Change =>
        (files) => {
          const rows = files[file % files.length] as ModelRow[];
          const before = rows[at % Math.max(1, rows.length)];
          if (before) rows[at % rows.length] = { ...other, uid: before.uid };
          return files;
        },
    ),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 })).map(
      ([file, at, count]): Change =>
        (files) => {
          const rows = files[file % files.length] as ModelRow[];
          rows.splice(at % (rows.length + 1), count);
          return files;
        },
    ),
  },
  // Moved or repeated, within a file or into another one.
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 1, max: 5 }), fc.boolean())
      .map(
        ([from, to, at, place, count, isMoved]): Change =>
          (files) => {
            const source = files[from % files.length] as ModelRow[];
            const start = at % (source.length + 1);
            const rows = isMoved ? source.splice(start, count) : source.slice(start, start + count);
            const target = files[to % files.length] as ModelRow[];
            target.splice(place % (target.length + 1), 0, ...rows);
            return files;
          },
      ),
  },
  {
    weight: 1,
    arbitrary: fc.nat().map(
      (at): Change =>
        (files) => {
          const rows = files[at % files.length] as ModelRow[];
          const half = Math.floor(rows.length / 2);
          return files.length > 4 ? files : [...files, rows.splice(half)];
        },
    ),
  },
  { weight: 1, arbitrary: fc.constant<Change>((files) => files.map((rows) => [...rows].reverse())) },
  { weight: 1, arbitrary: fc.constant<Change>((files) => [...files].reverse()) },
  { weight: 1, arbitrary: fc.constant<Change>((files) => (files.length > 1 ? files.slice(1) : files)) },
);

const anySync = fc.record({
  changes: fc.array(anyChange, { maxLength: 5 }),
  form: fc.constantFrom<('csv' | 'reversed' | 'ndjson')[]>('csv', 'csv', 'csv', 'reversed', 'ndjson'),
  /** Share of the sent rows that the service accepts before the sync ends, in sixteenths. */
  taken: fc.oneof(fc.constant(16), fc.nat({ max: 16 })),
  /** Whether the sync finishes. */
  isPublished: fc.boolean(),
});

test('a comparison finds what a naive one finds, whatever the last syncs left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-compare-'));
  const file = join(folder, 'pipeline.yaml');
  writeFileSync(
    file,
    'version: 1\nname: model\ntarget: sandbox\nsync: {}\nsources: { users: { path: "users-*" } }\n',
  );
  const pipeline = loadPipeline(file, {});
  const routes = routesOf(pipeline);
  const state = join(folder, 'state');
  try {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyRow, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        fc.array(anySync, { minLength: 1, maxLength: 6 }),
        async (first, syncs) => {
          rmSync(state, { recursive: true, force: true });
          mkdirSync(join(state, 'sync'), { recursive: true });
          using ledger = new Ledger(ledgerInMemory(), realSystem);
          const stored = new Map<string, StoredRow>();
          let files = first.map((rows) => [...rows]);
          for (const { changes, form, taken, isPublished } of syncs) {
            for (const change of changes) files = change(files);
            for (const name of readdirSync(folder)) if (name.startsWith('users-')) rmSync(join(folder, name));
            for (const [index, rows] of files.entries())
              writeFileSync(
                join(folder, `users-${index}.${form === 'ndjson' ? 'ndjson' : 'csv'}`),
                form === 'ndjson'
                  ? ndjsonOf(rows)
                  : csvOf(rows, form === 'csv' ? ['uid', 'name', 'createdAt'] : ['createdAt', 'name', 'uid']),
              );
            const plan = await openPlan(pipeline, {
              routes,
              nowMs: Date.now(),
              strict: false,
              files: realFiles,
            });
            const { signal } = new AbortController();
            using syncRun = await SyncRun.compare(
              plan,
              ledger,
              new State(state, realSystem.files),
              realSystem.files,
              signal,
              { onDeleted: 'remove' },
            );
            const expected = compareNaively(files, stored);
            const [found] = syncRun.changes;
            if (!found) throw new Error('no step');
            const selected: number[] = [];
            for (const source of syncRun.plan.steps[0]?.sources ?? [])
              for await (const rows of source.read(undefined, signal))
                for (const { ordinal } of rows) selected.push(ordinal ?? -1);
            const { created, updated, unchanged, refused, withoutKey, duplicates, superseded, missing } =
              found;
            const { taken: accepted, ...counts } = expected;
            expect({
              created,
              updated,
              unchanged,
              refused,
              withoutKey,
              duplicates,
              superseded,
              missing,
              selected,
            }).toEqual(counts);

            const landed = [...accepted].filter((_, index) => index % 16 < taken);
            const entity = plan.steps[0]?.entity;
            if (!entity) throw new Error('no entity');
            const numbers = ledger.acknowledge(
              'users',
              landed.map(([, data]) => ({
                key: data.uid,
                version: ledger.versions.of(entity, { ...data }),
                active: true,
                origin: 'created',
              })),
            );
            landed.forEach(([ordinal, { uid, name, createdAt }], index) => {
              stored.set(uid, { name, createdAt });
              syncRun.onRecorded('users', ordinal, numbers[index] as number);
            });
            if (isPublished) await syncRun.publish(new AbortController().signal);
          }
        },
      ),
      { numRuns: Number(process.env['CHATFERRY_PROPERTY_RUNS'] ?? 40), endOnFailure: true },
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
