import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { realMachine } from '../../src/system/machine.ts';

test('a process that has ended is not alive, even if its parent never asks for it', async () => {
  // `exec` keeps the number of the shell, and sleep asks for no child.
  const parent = spawn('sh', ['-c', 'sleep 0.2 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
    const child = Number(String(printed));
    await expect.poll(() => realMachine.isAlive(child), { timeout: 60_000 }).toBe(false);
    expect(() => process.kill(child, 0), 'the system still has its number').not.toThrow();
    expect(realMachine.isAlive(parent.pid as number)).toBe(true);
  } finally {
    parent.kill();
  }
});
