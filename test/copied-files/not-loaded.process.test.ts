import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cli } from '../e2e/cli-process.ts';

/** Writes the address of each module that a process loads into a file. */
const listing = (file: string): string =>
  `data:text/javascript,${encodeURIComponent(
    `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(file)}, url + '\\n'); return next(url, context); } });`,
  )}`;

/** The forms of the part of a pipeline; they are small, and a pipeline without files has none of the rest. */
const FORMS = /\/pipeline\/files\/(?:files-spec|file-counts)\.js$/;
const OF_FILES =
  /\/pipeline\/files\/|\/forms\/files-step\.js|\/forms\/address-key\.js|\/pull\/file-resolvers\.js|\/node_modules\/(?:@aws-sdk|@smithy|file-type|fauxqs)\//;

test.each([
  ['validate', []],
  ['run', ['--yes']],
  ['status', []],
] as const)('%s of a pipeline without files loads nothing that is for them', async (command, more) => {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-loaded-'));
  const [loaded, pipeline] = [join(folder, 'loaded.txt'), join(folder, 'pipeline.yaml')];
  writeFileSync(
    join(folder, 'users.ndjson'),
    '{"uid":"ann","name":"Ann","avatar":"https://example.com/a.png"}\n',
  );
  writeFileSync(
    pipeline,
    'version: 1\nname: plain\ntarget: sandbox\nsources:\n  users: { path: users.ndjson }\n',
  );
  const { code, err } = await cli([command, pipeline, ...more, '--quiet'], {
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import=${listing(loaded)}`,
  });
  expect(code, err).toBe(0);
  const modules = readFileSync(loaded, 'utf8').split('\n');
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter((url) => OF_FILES.test(url) && !FORMS.test(url))).toEqual([]);
  rmSync(folder, { recursive: true });
});
