import { expect } from 'vitest';
import { startCli } from '../../../e2e/cli-process.ts';
import { runHere } from '../../verify/migrated.ts';
import type { Export, SyncScenario } from './syncs.ts';

/** A module that sets back the clock of the process that imports it. */
const clockBehind = (byMs: number): string => `
  const now = Date.now;
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now() - ${byMs}]));
    }
    static now = () => now() - ${byMs};
  };`;

/** The environment of a process whose clock is as far behind as the service's clock. */
export function clockEnv({ clock: { behindMs } }: SyncScenario): Readonly<Record<string, string>> {
  const module = `data:text/javascript,${encodeURIComponent(clockBehind(behindMs))}`;
  return behindMs > 0 ? { NODE_OPTIONS: `--import ${module}` } : {};
}

/** The command that undoes everything. */
export async function undoCommand(scenario: SyncScenario): Promise<readonly string[]> {
  const { stdout } = await runHere('undo', scenario.pipeline, '--json');
  const { confirm = '' } = JSON.parse(stdout) as { confirm?: string };
  return ['undo', scenario.pipeline, '--confirm', confirm, '--quiet'];
}

/** Starts a command (by default a sync run) in its own process, and sends it a signal as soon as `happened` is true. */
export async function stopWhen(
  scenario: SyncScenario,
  signal: 'SIGKILL' | 'SIGINT',
  happened: () => boolean,
  command: readonly string[] = ['run', scenario.pipeline, '--yes', '--quiet'],
): Promise<number | null> {
  const { child, ended } = startCli(command, clockEnv(scenario));
  let isSent = false;
  const check = (): void => {
    if (!isSent && happened()) isSent = child.kill(signal);
  };
  scenario.requestEvents.on('request', check);
  const clock = setInterval(check, 1);
  const { code } = await ended;
  clearInterval(clock);
  scenario.requestEvents.off('request', check);
  expect(isSent).toBe(true);
  return code;
}

/** A condition: from now on, the service has received `count` requests of a kind. */
export function afterRequests(scenario: SyncScenario, kind: RegExp, count: number): () => boolean {
  const before = scenario.requests.length;
  return () => scenario.requests.slice(before).filter((each) => kind.test(each)).length >= count;
}

/** Syncs an export; expects the service to equal it, and a second sync run to send nothing. */
export async function expectInSync(scenario: SyncScenario, rows: Export): Promise<void> {
  await scenario.sync(rows);
  expect(await scenario.differences()).toBe(0);
  expect((await scenario.run()).writes).toBe(0);
  const stored = await Array.fromAsync(scenario.service.messages.list({ category: 'message', limit: 1_000 }));
  expect(new Set(stored.map(({ muid }) => muid)).size).toBe(stored.length);
}
