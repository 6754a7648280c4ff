import { expect } from 'vitest';
import { startCli } from '../../../e2e/cli-process.ts';
import { runHere } from '../../verify/migrated.ts';
import type { Export, Nights } from './syncs.ts';

/** A module that puts back the clock of the process that imports it. */
const clockBehind = (byMs: number): string => `
  const now = Date.now;
  globalThis.Date = class extends Date {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now() - ${byMs}]));
    }
    static now = () => now() - ${byMs};
  };`;

/** The environment of a process whose clock is as far behind as that of the service. */
export function atItsTime({ clock: { behindMs } }: Nights): Readonly<Record<string, string>> {
  const module = `data:text/javascript,${encodeURIComponent(clockBehind(behindMs))}`;
  return behindMs > 0 ? { NODE_OPTIONS: `--import ${module}` } : {};
}

/** The command that undoes all that was brought. */
export async function undoing(own: Nights): Promise<readonly string[]> {
  const { stdout } = await runHere('undo', own.pipeline, '--json');
  const { confirm = '' } = JSON.parse(stdout) as { confirm?: string };
  return ['undo', own.pipeline, '--confirm', confirm, '--quiet'];
}

/** Starts a command, a night unless told, in a process of its own and ends it by a signal once something has happened. */
export async function endedWhen(
  own: Nights,
  signal: 'SIGKILL' | 'SIGINT',
  happened: () => boolean,
  command: readonly string[] = ['run', own.pipeline, '--yes', '--quiet'],
): Promise<number | null> {
  const { child, ended } = startCli(command, atItsTime(own));
  let isSent = false;
  const look = (): void => {
    if (!isSent && happened()) isSent = child.kill(signal);
  };
  own.heard.on('request', look);
  const clock = setInterval(look, 1);
  const { code } = await ended;
  clearInterval(clock);
  own.heard.off('request', look);
  expect(isSent).toBe(true);
  return code;
}

/** Whether so many requests of a kind have come since now. */
export function requestsOf(own: Nights, kind: RegExp, count: number): () => boolean {
  const before = own.requests.length;
  return () => own.requests.slice(before).filter((each) => kind.test(each)).length >= count;
}

/** Brings an export, and fails unless the service then holds just that, and the same once more sends nothing. */
export async function agrees(own: Nights, rows: Export): Promise<void> {
  await own.night(rows);
  expect(await own.differences()).toBe(0);
  expect((await own.run()).writes).toBe(0);
  const held = await Array.fromAsync(own.service.messages.list({ category: 'message', limit: 1_000 }));
  expect(new Set(held.map(({ muid }) => muid)).size).toBe(held.length);
}
