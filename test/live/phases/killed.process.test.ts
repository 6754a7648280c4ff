import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { LivePhase } from '../../../src/features/live/phases/documents/phase-document.ts';
import { startCli } from '../../support/cli-process.ts';
import { people, say, textsOf, twoSystems, untilTexts } from './two-systems.ts';

const PHASES: readonly LivePhase[] = ['capture', 'bulk', 'catch-up', 'live'];

/** Starts `chatferry live` as a user would; it ends with the test. */
function startLive(pipeline: string, ...args: readonly string[]) {
  const child = startCli(['live', pipeline, '--yes', '--unproven', '--allow-notifications', ...args]);
  child.stdin.end();
  child.stdout.resume();
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    said: () => said,
    /** Waits until it says that it is in a phase, or in one after it: the state knows its phase from before. */
    inPhase: (phase: LivePhase): Promise<void> =>
      vi.waitFor(
        () => {
          const reached = PHASES.slice(PHASES.indexOf(phase));
          if (!reached.some((each) => said.includes(`phase: ${each}`))) throw new Error(`${phase}: ${said}`);
        },
        { timeout: 240_000, interval: 20 },
      ),
    kill: async (signal: NodeJS.Signals): Promise<number | null> => {
      child.kill(signal);
      const [exitCode] = await ended;
      return exitCode;
    },
    ended: async (): Promise<number | null> => (await ended)[0],
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

test('killed in each phase, it continues and nothing is lost or doubled', async () => {
  await using systems = await twoSystems();
  const { old, new: fresh } = systems;
  await people(old);
  const texts: string[] = [];
  const write = async (app: typeof old, words: string): Promise<void> => {
    await say(app, 'ann', words);
    texts.push(words);
  };
  for (let each = 0; each < 20; each++) await write(old, `before ${each}`);
  for (const phase of PHASES) {
    await using live = startLive(systems.pipeline);
    await live.inPhase(phase);
    await write(old, `while ${phase}`);
    await live.kill('SIGKILL');
    await write(old, `after ${phase}`);
  }
  await using live = startLive(systems.pipeline);
  await live.inPhase('live');
  await write(old, 'at last');
  await untilTexts(fresh, texts);
  await write(fresh, 'answer');
  await untilTexts(old, texts);
  expect(await textsOf(fresh)).toEqual([...texts].sort());
  // The signal ends it with its own code, and the state is as it was.
  expect(await live.kill('SIGTERM')).toBe(143);
  expect(live.said()).toContain('phase: live');
  expect(systems.status()).toMatchObject({ phase: 'live', gaps: expect.any(Array) });

  await using interrupted = startLive(systems.pipeline);
  await interrupted.inPhase('live');
  expect(await interrupted.kill('SIGINT')).toBe(130);
  expect(systems.status()?.phase).toBe('live');

  // A second one is refused while the first one delivers, and a stop from outside ends that.
  await using again = startLive(systems.pipeline);
  // The document of the one before says live, too.
  while (!again.said().includes('phase: live')) await sleep(50);
  await using second = startLive(systems.pipeline);
  expect(await second.ended()).toBe(8);
  const stop = startCli(['live', 'stop', systems.pipeline, '--quiet']);
  stop.stdin.end();
  const [stopped] = (await once(stop, 'close')) as [number | null];
  expect(stopped).toBe(0);
  expect(await again.ended()).toBe(0);
});
