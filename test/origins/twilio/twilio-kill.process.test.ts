import { once } from 'node:events';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli-process.ts';
import { talkative } from './twilio-data.ts';
import { pulledBytes, twilioHere } from './twilio-here.ts';

/** Runs a command that is killed at a request; its exit code, null if it was killed. */
async function killedAt(through: Awaited<ReturnType<typeof twilioHere>>, request: number): Promise<unknown> {
  const { api, here } = through;
  const begun = api.requests.length;
  const child = startCli(['validate', here.pipeline, '--quiet']);
  child.stdin.end();
  child.stdout.resume();
  child.stderr.resume();
  api.options.fault = () => {
    if (api.requests.length - begun === request) child.kill('SIGKILL');
    return undefined;
  };
  const [code] = await once(child, 'close');
  return code;
}

test('a pull that is killed again and again ends with the same bytes as a quiet one', async () => {
  await using quiet = await twilioHere(talkative());
  await quiet.here.json('validate');
  await using killed = await twilioHere(talkative());
  const codes: unknown[] = [];
  while (codes.at(-1) !== 0 && codes.length < 20) codes.push(await killedAt(killed, 3));
  expect(codes.length).toBeGreaterThan(3);
  expect(codes.at(-1)).toBe(0);
  expect(pulledBytes(killed)).toEqual(pulledBytes(quiet));
});
