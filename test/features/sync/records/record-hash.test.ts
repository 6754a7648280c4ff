import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Plan } from '../../../../src/delivery/plan.ts';
import { RecordHash, recordMeaning } from '../../../../src/features/sync/records/record-hash.ts';
import { openPlan } from '../../../../src/pipeline/open-plan.ts';
import { loadPipeline } from '../../../../src/pipeline/pipeline.ts';
import { routesOf } from '../../../../src/session/connect.ts';
import { realFiles } from '../../../../src/system/files.ts';

const PIPELINE = `version: 1
name: night
target: sandbox
sync: {}
sources: { users: { path: users.csv } }
`;

async function planOf(csv: string): Promise<Plan> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-record-hash-'));
  try {
    const file = join(folder, 'pipeline.yaml');
    writeFileSync(file, PIPELINE);
    writeFileSync(join(folder, 'users.csv'), csv);
    const pipeline = loadPipeline(file, {});
    return await openPlan(pipeline, {
      routes: routesOf(pipeline),
      nowMs: Date.now(),
      strict: false,
      files: realFiles,
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('record hashes name the format of a file and nothing else of it, so that those of earlier runs stay good', async () => {
  const { steps } = await planOf('uid,name\nann,Ann\n');
  const meaning = recordMeaning(steps[0] as Plan['steps'][number], 0);
  expect(meaning).toEqual([
    1,
    'users',
    'csv',
    ['uid', 'name'],
    ',',
    [
      { field: 'uid', kind: 'id', source: 'uid' },
      { field: 'name', kind: 'text', source: 'name' },
    ],
  ]);
  const hash = new RecordHash('secret', meaning);
  const record = Buffer.from('ann,Ann');
  hash.take(record, 0, record.length);
  expect([hash.lo, hash.hi]).toEqual([2321503852, 300221189]);
});
