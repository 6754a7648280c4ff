import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startCli } from '../../support/cli-process.ts';
import { copyOf } from '../../support/repository.ts';

const ZIP = 'samples/recipes/slack/export.zip';

/** Runs a command to its end. */
async function run(folder: string, ...args: readonly string[]): Promise<string> {
  const child = startCli(args, process.env, folder);
  child.stdin.end();
  const closed = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect([args[0], (await closed)[0]], err).toEqual([args[0], 0]);
  return out;
}

/** The answer of the sandbox, whose certificate only its own file vouches for. */
async function answer(url: string, ca: string, apikey: string): Promise<string> {
  const request = get(url, { ca, headers: { apikey } });
  const [response] = await once(request, 'response');
  expect(response.statusCode).toBe(200);
  return await text(response);
}

test('three commands bring a Slack zip into the web view, and verify finds all of it', async () => {
  await using copy = await copyOf('samples');
  expect(await run(copy.path, 'init', ZIP, '--out', 'slack.yaml')).toContain('Slack export');
  const [, data = ''] =
    /chatferry sandbox --data (\S+)/.exec(await run(copy.path, 'run', 'slack.yaml')) ?? [];
  const child = startCli(['sandbox', '--data', data], process.env, copy.path);
  const closed = once(child, 'close');
  let said = '';
  for await (const piece of child.stdout) {
    said += piece;
    if (said.includes('data ')) break;
  }
  const of = (name: string): string => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(said)?.[1] ?? '';
  const [ca, key] = await Promise.all([readFile(of('CA file'), 'utf8'), readFile(of('key file'), 'utf8')]);
  expect(await answer(of('web view'), ca, '')).toContain('<html');
  const { data: messages } = JSON.parse(await answer(`${of('base URL')}/messages?limit=100`, ca, key.trim()));
  expect(messages).toHaveLength(15);
  child.kill('SIGINT');
  await closed;
  const verified = JSON.parse(await run(copy.path, 'verify', 'slack.yaml', '--json'));
  expect(verified.verified).toEqual({ same: 37, of: 37 });
});
