import { expect, test } from 'vitest';
import { runHere } from '../../support/command-here.ts';
import { serviceHere } from '../../support/service-here.ts';

const FILES = { 'users.csv': 'uid,name\nann,Ann\n' };

test.each([
  [['--only', 'files'], /--only files: the pipeline copies no files.*files: \{ to: …, publicUrl: … \}/s],
  [['--retry-files'], /--retry-files: the pipeline copies no files/],
  [['--finish-files'], /--finish-files: the pipeline copies no files/],
])('%s of a pipeline without files says what is missing', async (options, text) => {
  await using here = await serviceHere({ files: FILES });
  const { exitCode, stderr } = await runHere(['run', here.pipeline, '--yes', ...options]);
  expect([exitCode, here.requests]).toEqual([2, []]);
  expect(stderr).toMatch(text);
});

test.each([
  [['run', '--only', 'files', '--limit', '3'], /--only files takes the files of all rows: leave --limit out/],
  [['run', '--only', 'files', '--since', '2024-01-01'], /leave --since out/],
  [['run', '--only', 'users,files'], /--only files stands alone/],
  [['plan', '--only', 'files'], /--only files stands alone, and is an option of {2}chatferry run/],
  [['run', '--only', 'files', '--fresh'], /--fresh cannot be used with --only files: no row is written/],
  [['run', '--only', 'files', '--plan', 'plan.json'], /--plan cannot be used with --only files/],
  [['run', '--only', 'files', '--confirm', 'abc'], /--confirm cannot be used with --only files/],
])('%s is refused with what to type', async ([command = '', ...options], text) => {
  await using here = await serviceHere({
    files: FILES,
    rest: 'files: { to: ./public, publicUrl: "https://files.example" }',
  });
  const { exitCode, stderr } = await runHere([command, here.pipeline, ...options]);
  expect([exitCode, here.requests]).toEqual([2, []]);
  expect(stderr).toMatch(text);
});

test('sync.files needs files', async () => {
  await using here = await serviceHere({ files: FILES, rest: 'sync: { files: remove }' });
  const { exitCode, stderr } = await runHere(['validate', here.pipeline]);
  expect([exitCode, stderr]).toEqual([2, expect.stringMatching(/sync\.files.*has no files/s)]);
});

test('config shows how files are copied, and no key', async () => {
  await using here = await serviceHere({
    files: FILES,
    rest: 'sync: { files: remove }\nfiles: { to: "s3://chat/x", endpoint: "https://store.example", publicUrl: "https://files.example", credentials: { accessKeyId: { env: A }, secretAccessKey: { file: ./secret } } }',
  });
  const { exitCode, stdout } = await runHere(['config', 'show', here.pipeline]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/files\.to +s3:\/\/chat\/x/);
  expect(stdout).toMatch(/files\.onFailure +link/);
  expect(stdout).toMatch(/sync\.files +remove/);
  expect(stdout).not.toContain('./secret');
});
