import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { mainHere } from '../../support/main-here.ts';
import { repository } from '../../support/repository.ts';
import { serviceHere } from '../../support/service-here.ts';
import { fakeStream } from './fake-stream.ts';

const SAMPLE = 'samples/exports/stream/api.yaml';

test('the sample reads an app, and each night what is new; no output and no file of it has the secret', async () => {
  await using fake = await fakeStream();
  await using here = await serviceHere({ files: {} });
  const [target = ''] = /^target: .*\nlimits: .*$/m.exec(await readFile(here.pipeline, 'utf8')) ?? [];
  const sample = await readFile(join(repository, SAMPLE), 'utf8');
  const pipeline = join(here.folder, 'api.yaml');
  const placed = sample
    .replace('target: sandbox', target)
    .replace('    api:\n', `    api:\n      host: ${fake.address}\n      requestsPerSecond: 1000\n`);
  await writeFile(pipeline, `${placed}retention: { messagesOlderThanDays: 36500 }\n`);
  const env = { STREAM_KEY: fake.key, STREAM_SECRET: fake.secret };
  for (const command of ['doctor', 'validate', 'run', 'run', 'verify']) {
    const { code, out, err } = await mainHere(
      [command, pipeline, ...(command === 'run' ? ['--yes'] : [])],
      env,
    );
    expect([command, code], err).toEqual([command, 0]);
    expect(out + err).not.toContain(fake.secret);
  }
  for (const entry of await readdir(here.folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile())
      expect(await readFile(join(entry.parentPath, entry.name), 'latin1'), entry.name).not.toContain(
        fake.secret,
      );
});

test('the page shows what the sample says', async () => {
  const page = await readFile(join(repository, 'docs/from/stream.md'), 'utf8');
  const [, shown = ''] = /## Without an export[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page) ?? [];
  const { sources } = parse(await readFile(join(repository, SAMPLE), 'utf8'));
  expect(parse(shown)).toEqual({ sources });
});
