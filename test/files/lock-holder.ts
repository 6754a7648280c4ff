// Run in a process of its own: says that it is there, is told when to begin, takes locks at agreed times, says which it
// got, and stays until its input ends: a holder that ended would leave the lock to the others.
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeLock } from '../../src/files/lock.ts';
import { realSystem } from '../../src/system/system.ts';

const [paths = ''] = process.argv.slice(2);
const input = createInterface(process.stdin);
const begin = once(input, 'line');
const end = once(input, 'close');
process.stdout.write('ready\n');
const [startMs] = await begin;
const got: string[] = [];
for (const [round, path] of paths.split(',').entries()) {
  const at = Number(startMs) + round * 150;
  await sleep(Math.max(0, at - Date.now() - 20));
  while (Date.now() < at);
  const lock = await takeLock(path, 'a race', realSystem).catch(
    (error: { code?: string }) => error.code ?? String(error),
  );
  got.push(typeof lock === 'string' ? lock : 'held');
}
process.stdout.write(`${JSON.stringify(got)}\n`);
await end;
