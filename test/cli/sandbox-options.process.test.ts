import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../sandbox/sandbox-client.ts';
import { repository } from '../support/repository.ts';

const CLI = join(repository, 'dist/cli.js');

function started(...options: readonly string[]) {
  return spawn(process.execPath, [CLI, 'sandbox', '--http', '--port', '0', ...options]);
}

test('a sandbox for programs of other languages: key by file, fixed id and clock, seeds, pages, nothing kept', async () => {
  using folder = temporaryFolder();
  const [key, pipeline] = [join(folder.path, 'key'), join(folder.path, 'pipeline.yaml')];
  writeFileSync(key, 'test-key-1\n');
  chmodSync(key, 0o600);
  writeFileSync(join(folder.path, 'users.csv'), 'uid,name\nann,Ann\n');
  writeFileSync(pipeline, 'version: 1\nname: p\nsources: { users: { path: users.csv } }\n');
  const options = `--in-memory --json --api-key-file ${key} --app-id fixed1 --clock 2030-01-01T00:00:00Z`;
  const child = started(...options.split(' '), '--seed-from', pipeline, '--cors', 'http://localhost:5173');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { baseUrl, controlUrl, appId, files } = JSON.parse(String(line));
  expect([appId, String(line).includes('test-key-1')]).toEqual(['fixed1', false]);
  const headers = { apikey: 'test-key-1', origin: 'http://localhost:5173' };
  const answer = await fetch(`${baseUrl}/users/ann`, { headers });
  expect([answer.status, answer.headers.get('date')]).toEqual([200, 'Tue, 01 Jan 2030 00:00:00 GMT']);
  expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
  const token = readFileSync(files.controlToken, 'utf8').trim();
  const reset = await fetch(`${controlUrl}/reset`, { method: 'POST', headers: { 'x-sandbox-token': token } });
  expect(reset.status).toBe(200);
  expect((await fetch(`${baseUrl}/users/ann`, { headers })).status).toBe(200);
  child.kill();
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test.each([
  [['--in-memory', '--data', 'x.sqlite'], '--in-memory and --data contradict each other'],
  [['--in-memory', '--api-key-file', 'no-such-file'], '--api-key-file: no-such-file cannot be read'],
  [['--in-memory', '--clock', 'tomorrow'], 'clock "tomorrow": expected a time such as 2030-01-01T00:00:00Z'],
  [['--in-memory', '--cors', '*'], 'origin "*": expected one such as http://localhost:5173'],
  [['--in-memory', '--seed-from', 'none.yaml'], 'the pipeline file none.yaml does not exist'],
])('options that are wrong end it with what to do: %j', async (options, message) => {
  const child = started(...options);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  expect(said).toContain(message);
  expect(code).toBe(2);
});
