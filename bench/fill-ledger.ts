import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FingerprintWriter, shapeOf } from '../src/features/sync/fingerprint-file.ts';
import { meaningOf, RecordHash } from '../src/features/sync/record-hash.ts';
import { type EntityName, entityNames } from '../src/input/entities/entity.ts';
import { judge } from '../src/input/rows/judge.ts';
import type { Acknowledged } from '../src/ledger/entry.ts';
import { LedgerKeys } from '../src/ledger/known-keys.ts';
import { Ledger } from '../src/ledger/ledger.ts';
import { type Landing, landingOf } from '../src/ledger/pending-entry.ts';
import { makePlan } from '../src/pipeline/open-plan.ts';
import { loadPipeline } from '../src/pipeline/pipeline.ts';
import { routesOf } from '../src/session/connect.ts';
import { statePaths } from '../src/session/state-folder.ts';

const ROWS_AT_ONCE = 2_000;

/**
 * Leaves the state that a first night leaves when the service takes every row, without a service: for exports so large
 * that a first night takes hours.
 */
export async function fillLedger(file: string, baseUrl: string): Promise<void> {
  const pipeline = loadPipeline(file, process.env);
  const plan = await makePlan(pipeline, { routes: routesOf(pipeline), nowMs: Date.now(), strict: false });
  const paths = statePaths(pipeline.stateFolder);
  mkdirSync(paths.sync, { recursive: true, mode: 0o700 });
  using ledger = new Ledger(paths.ledger, { service: baseUrl, appId: '', api: 'import' });
  const keys = Object.fromEntries(entityNames.map((name) => [name, new LedgerKeys(ledger, name)])) as Record<
    EntityName,
    LedgerKeys
  >;
  for (const step of plan.steps) {
    const { name } = step.entity;
    using writer = new FingerprintWriter(join(paths.sync, `${name}.bin`));
    const held: {
      readonly lo: number;
      readonly hi: number;
      readonly shape: number;
      readonly noted: Acknowledged & Landing;
    }[] = [];
    const note = (): void => {
      ledger.intend(
        name,
        held.map(({ noted }) => noted),
      );
      const rows = ledger.acknowledge(
        name,
        held.map(({ noted }) => noted),
      );
      held.splice(0).forEach(({ lo, hi, shape }, index) => {
        writer.add(lo, hi, rows[index] as number, shape);
      });
    };
    for (const [index, source] of step.sources.entries()) {
      let shape = 0;
      const hash = new RecordHash(ledger.secret, meaningOf(step, index));
      await source.pass(
        {
          known(bytes, start, end, innerLines) {
            hash.take(bytes, start, end);
            shape = shapeOf(end - start, innerLines);
            return false;
          },
          row(row) {
            const judged = judge(row, { ...step, ...plan, keys, carries: step.route.carries });
            if (!judged.data) throw new Error(`row ${row.row} is refused`);
            const landing = landingOf(step.entity, judged.key, judged.data, ledger.versionOf);
            const id = name === 'messages' ? { id: '1000001' } : {};
            held.push({ lo: hash.lo, hi: hash.hi, shape, noted: { ...landing, origin: 'created', ...id } });
            if (held.length >= ROWS_AT_ONCE) note();
          },
        },
        new AbortController().signal,
      );
    }
    note();
    ledger.publish(name, () => writer.publish());
  }
}
