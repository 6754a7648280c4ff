import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { mainHere } from '../../support/main-here.ts';
import { repository } from '../../support/repository.ts';
import { serviceHere } from '../../support/service-here.ts';
import { ChatApp } from './chat-app.ts';
import { fakeSendbird } from './fake-sendbird.ts';

const SAMPLE = 'samples/exports/sendbird/api.yaml';
const KEY = '4b1d0c6f9e5a47d2b8c3';

function harbour(): ChatApp {
  const app = new ChatApp();
  for (const id of ['ann', 'ben']) app.addUser(id);
  app.addChannel('harbour', ['ann', 'ben'], { created_by: { user_id: 'ann' } });
  for (let at = 0; at < 5; at++)
    app.write('harbour', at % 2 ? 'ann' : 'ben', 100 + at, 1_767_258_000_000 + at);
  return app;
}

test('the sample reads an application, and each night what is new; no output and no file of it has the key', async () => {
  await using fake = await fakeSendbird(harbour(), { key: KEY });
  await using here = await serviceHere({ files: {} });
  const [target = ''] = /^target: .*\nlimits: .*$/m.exec(await readFile(here.pipeline, 'utf8')) ?? [];
  const sample = await readFile(join(repository, SAMPLE), 'utf8');
  const pipeline = join(here.folder, 'api.yaml');
  const placed = sample
    .replace('target: sandbox', target)
    .replace('    api:\n', `    api:\n      host: ${fake.host}\n      requestsPerSecond: 1000\n`);
  await writeFile(pipeline, `${placed}retention: { messagesOlderThanDays: 36500 }\n`);
  const env = { SENDBIRD_APP_ID: 'APP-1', SENDBIRD_KEY: KEY };
  for (const command of ['doctor', 'validate', 'run', 'run', 'verify']) {
    const { code, out, err } = await mainHere(
      [command, pipeline, ...(command === 'run' ? ['--yes'] : [])],
      env,
    );
    expect([command, code], err).toEqual([command, 0]);
    expect(out + err).not.toContain(KEY);
  }
  for (const entry of await readdir(here.folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(await readFile(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(KEY);
});

test('the page shows what the sample says', async () => {
  const page = await readFile(join(repository, 'docs/from/sendbird.md'), 'utf8');
  const [, shown = ''] = /## Without an export[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { sources } = parse(await readFile(join(repository, SAMPLE), 'utf8'));
  expect(parse(shown)).toEqual({ sources });
});
