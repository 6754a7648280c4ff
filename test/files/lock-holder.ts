// Run in a process of its own: takes locks at agreed times and says which it got.
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../src/files/lock.ts';

const [paths = '', startMs = '0'] = process.argv.slice(2);
const got: string[] = [];
for (const [round, path] of paths.split(',').entries()) {
  const at = Number(startMs) + round * 150;
  await sleep(Math.max(0, at - Date.now() - 20));
  while (Date.now() < at);
  const lock = await takeLock(path, 'a race').catch(
    (error: { code?: string }) => error.code ?? String(error),
  );
  got.push(typeof lock === 'string' ? lock : 'held');
}
process.stdout.write(`${JSON.stringify(got)}\n`);
// A holder that ended would leave the lock to the others.
await sleep(2_000);
