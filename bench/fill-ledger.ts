import { mkdirSync } from 'node:fs';
import { RecordHash, recordMeaning } from '../src/features/sync/records/record-hash.ts';
import { RecordHashWriter, shapeOf } from '../src/features/sync/records/record-hash-file.ts';
import { type EntityName, entityNames } from '../src/input/entities/entity.ts';
import { judge } from '../src/input/rows/judge.ts';
import type { AcknowledgedEntry } from '../src/ledger/entry.ts';
import { KnownKeys } from '../src/ledger/known-keys.ts';
import { Ledger } from '../src/ledger/ledger.ts';
import { type PendingEntry, pendingEntryOf } from '../src/ledger/pending-entry.ts';
import { openPlan } from '../src/pipeline/open-plan.ts';
import { loadPipeline } from '../src/pipeline/pipeline.ts';
import { routesOf } from '../src/session/connect.ts';
import { fingerprintsName } from '../src/state/last-sync.ts';
import { State } from '../src/state/state.ts';
import { realFiles } from '../src/system/files.ts';
import { realSystem } from '../src/system/system.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Writes the state of a first sync run in which the service accepts every row, without a service: for exports so large
 * that a first sync run takes hours.
 */
export async function fillLedger(file: string, baseUrl: string): Promise<void> {
  const pipeline = loadPipeline(file, process.env);
  const plan = await openPlan(pipeline, {
    routes: routesOf(pipeline),
    nowMs: Date.now(),
    strict: false,
    files: realFiles,
  });
  const { paths, kept, ledger: place } = new State(pipeline.stateFolder, realFiles);
  mkdirSync(paths.sync, { recursive: true, mode: 0o700 });
  using ledger = new Ledger(place, realSystem, { service: baseUrl, appId: '', api: 'import' });
  const keys = Object.fromEntries(entityNames.map((name) => [name, new KnownKeys(ledger, name)])) as Record<
    EntityName,
    KnownKeys
  >;
  for (const step of plan.steps) {
    const { name } = step.entity;
    using writer = new RecordHashWriter(kept, fingerprintsName(name));
    const batch: {
      readonly lo: number;
      readonly hi: number;
      readonly shape: number;
      readonly entry: AcknowledgedEntry & PendingEntry;
    }[] = [];
    const write = (): void => {
      ledger.recordIntent(
        name,
        batch.map(({ entry }) => entry),
      );
      const rows = ledger.acknowledge(
        name,
        batch.map(({ entry }) => entry),
      );
      batch.splice(0).forEach(({ lo, hi, shape }, index) => {
        writer.add(lo, hi, rows[index] as number, shape);
      });
    };
    for (const [index, source] of step.sources.entries()) {
      let shape = 0;
      const hash = new RecordHash(ledger.secret, recordMeaning(step, index));
      await source.pass(
        {
          known(bytes, start, end, innerLines) {
            hash.take(bytes, start, end);
            shape = shapeOf(end - start, innerLines);
            return false;
          },
          row(row) {
            const judged = judge(row, { ...step, ...plan, keys });
            if (!judged.data) throw new Error(`row ${row.row} is refused`);
            keys[name].add(judged.key, 'landed', { content: 0, line: row.line, file: row.file });
            const pending = pendingEntryOf(step.entity, judged.key, judged.data, ledger.versions.of);
            const id = name === 'messages' ? { id: '1000001' } : {};
            batch.push({ lo: hash.lo, hi: hash.hi, shape, entry: { ...pending, origin: 'created', ...id } });
            if (batch.length >= ROWS_AT_ONCE) write();
          },
        },
        new AbortController().signal,
      );
    }
    write();
    await ledger.publish(name, () => writer.publish(ledger.stamp));
  }
}
