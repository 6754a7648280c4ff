import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openPipeline } from '../../src/index.ts';
import { serviceHere } from '../support/service-here.ts';

const RUNS = 12;
/** A run that stays in memory keeps more than 2 MB. */
const KEPT_BYTES_MAX = 8 * 1024 * 1024;

/** Bytes outside of the heap that are still in use. */
function bytesInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  collect();
  return process.memoryUsage().arrayBuffers;
}

test.each([
  ['run', ''],
  ['sync run', 'sync: { onMissing: keep }'],
])('a process that does one %s after the other gives their memory back', async (_, rest) => {
  const rows = Array.from({ length: 200 }, (_, at) => `u${at},User ${at}\n`).join('');
  await using here = await serviceHere({ files: { 'users.csv': `uid,name\n${rows}` }, rest });
  const run = async (name: string): Promise<void> => {
    const file = join(here.folder, `${name}.yaml`);
    writeFileSync(file, readFileSync(here.pipeline, 'utf8').replace('name: here', `name: ${name}`));
    const pipeline = await openPipeline(file);
    expect((await pipeline.run({ yes: true })).exitCode).toBe(0);
  };
  await run('first');
  const before = bytesInUse();
  for (let at = 0; at < RUNS; at++) await run(`next-${at}`);
  expect(bytesInUse() - before).toBeLessThan(KEPT_BYTES_MAX);
});
