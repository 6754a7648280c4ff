import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { cli, startSandboxProcess } from '../e2e/cli-process.ts';
import { openReceiver, until } from '../sandbox/management/receiver.ts';
import { temporaryFolder } from '../sandbox/sandbox-client.ts';
import { repository } from '../support/repository.ts';

const page = readFileSync(join(repository, 'docs/programs/sandbox.md'), 'utf8');
const [, commands = ''] = /## Webhooks\n[\s\S]*?```sh\n([\s\S]*?)```/.exec(page) ?? [];

test('the commands of the page make a webhook that is told what happens', async () => {
  using folder = temporaryFolder();
  await using service = await startSandboxProcess(folder.path);
  await using receiver = await openReceiver();
  const { port, origin } = new URL(service.baseUrl);
  const keys = join(folder.path, 'service');
  const secret = (name: string) => readFileSync(join(keys, name), 'utf8').trim();
  const apps = await fetch(`${origin}/management/apps`, {
    headers: { key: secret('management-key'), secret: secret('management-secret') },
  });
  const { data } = (await apps.json()) as { data: readonly { id: string }[] };
  const script = commands
    .replaceAll('7700', port)
    .replaceAll('9000', String(receiver.port))
    .replaceAll('data/', `${keys}/`)
    .replace('APP=...', `APP=${data[0]?.id}`);
  const { stdout } = await promisify(execFile)('sh', ['-ec', script]);
  expect(stdout).toContain('Triggers has been added successfully.');
  await fetch(`${service.baseUrl}/users`, {
    method: 'POST',
    headers: { apikey: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ uid: 'ann', name: 'Ann' }),
  });
  await fetch(`${service.baseUrl}/messages`, {
    method: 'POST',
    headers: { apikey: service.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ receiver: 'ann', receiverType: 'user', type: 'text', data: { text: 'hi' } }),
  });
  await until(() => receiver.received.length === 1);
  expect(receiver.received[0]?.json).toMatchObject({ trigger: 'message_sent', webhook: 'mine' });
});

test('--webhook-hosts takes names and addresses, and says what is none', async () => {
  using folder = temporaryFolder();
  await using _ = await startSandboxProcess(folder.path, ['--webhook-hosts', 'hooks.example.com, 10.0.0.5']);
  const data = join(folder.path, 'other.sqlite');
  const { code, err } = await cli(['sandbox', '--data', data, '--webhook-hosts', 'https://example.com']);
  expect([code, err]).toEqual([2, expect.stringContaining('webhook host "https://example.com"')]);
});
