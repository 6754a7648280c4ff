import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'vitest';
import { type Files, realFiles } from '../../../src/system/files.ts';
import { realSystem } from '../../../src/system/system.ts';
import { workspace } from '../../e2e/workspace.ts';
import { runHere } from '../../support/command-here.ts';
import { skippingClock } from '../../support/skipping-clock.ts';
import type { FileHost } from './file-host.ts';

export const COUNT = 150_000;
/** More than one piece. */
export const LARGE = `uid,name\n${Array.from({ length: COUNT }, (_, n) => `user-${n},The name of the user with the number ${n}\n`).join('')}`;
export const SMALL = 'uid,name\nann,Ann\n';

/** Checks a file of users on a host, without waiting between tries. */
export async function checked(url: string, files: Files = realFiles) {
  using space = workspace(1);
  const file = space.pipeline({ sources: `  users: { path: "${url}?key=s3cr3t" }` });
  const clock = skippingClock();
  const { exitCode, stdout, stderr } = await runHere(['validate', file, '--json'], undefined, {
    ...realSystem,
    clock,
    files,
  });
  expect(stdout + stderr).not.toContain('s3cr3t');
  const rows = stdout === '' ? undefined : JSON.parse(stdout).entities?.users?.read;
  const [code = '', message = '', hint = ''] = stderr.split('\n');
  return { exitCode, rows, code, message, hint, waits: clock.waits };
}

export type Answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => void;

/** Answers the requests number `from` to `to` otherwise. */
export function otherwise(host: FileHost, answer: Answer, from = 1, to = Number.POSITIVE_INFINITY): void {
  let number = 0;
  host.behave((request, response, body = Buffer.alloc(0)) => {
    if (++number < from || number > to) return false;
    answer(request, response, body);
    return true;
  });
}
