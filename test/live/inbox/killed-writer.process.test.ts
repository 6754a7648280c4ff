import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sides } from '../../../src/features/live/side.ts';
import { sized } from '../../support/long-form.ts';
import { allWaiting, InboxHere, textOf } from './inbox-here.ts';

const PROGRAM = fileURLToPath(new URL('add-events.ts', import.meta.url));

test('a reader follows a writer of another process; whenever that is killed, all it acknowledged is there', async () => {
  using inbox = new InboxHere();
  const acknowledged = new Set<number>();
  const found = new Map<number, number>();
  await using reader = await inbox.reader();
  const takeSome = async (): Promise<number> => {
    let count = 0;
    for (const side of sides) {
      const events = await reader.take(side, 50, new Set());
      for (const event of events) {
        const number = Number.parseInt(textOf(event), 10);
        expect(event.body).toHaveLength(`${number} `.length + (number % 3_000));
        found.set(number, (found.get(number) ?? 0) + 1);
      }
      await reader.done(
        side,
        events.map(({ seq }) => seq),
      );
      count += events.length;
    }
    return count;
  };
  for (let round = 0; round < sized(4, 100); round++) {
    const first = (round + 1) * 1_000_000;
    const writer = spawn(process.execPath, [PROGRAM, inbox.folder, String(first)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    writer.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    await expect.poll(() => said.includes('\n')).toBe(true);
    const takenBefore = found.size;
    // Events are taken while they come in.
    await expect.poll(takeSome).toBeGreaterThan(0);
    expect(found.size).toBeGreaterThan(takenBefore);
    await sleep((round * 37) % 200);
    const ended = once(writer, 'close');
    writer.kill('SIGKILL');
    await ended;
    for (const line of said.split('\n').slice(0, -1)) acknowledged.add(Number(line));
  }
  while ((await takeSome()) > 0);
  await using again = await inbox.reader();
  for (const side of sides) expect(await allWaiting(again, side)).toEqual([]);
  expect([...acknowledged].filter((number) => !found.has(number))).toEqual([]);
  expect([...found.values()].filter((times) => times > 1)).toEqual([]);
  expect(acknowledged.size).toBeGreaterThan(100);
});
