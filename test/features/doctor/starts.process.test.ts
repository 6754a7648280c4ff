import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findKey } from '../../../src/features/doctor/examine.ts';
import { workspace } from '../../e2e/workspace.ts';
import { examine, failures, named } from './examine.ts';

test('a key is found in a variable, in a file and by a command, and never shown', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  await writeFile(join(folder.path, 'key'), 'secret-1\n', { mode: 0o600 });
  const place = { folder: folder.path, file: join(folder.path, 'pipeline.yaml'), secrets: [] };
  const access = (env: Record<string, string> = {}) => ({ env, allowCode: false });
  const found = [
    await findKey({ env: 'KEY' }, place, access({ KEY: 'secret-2' })),
    await findKey(undefined, place, access({ CHATFERRY_API_KEY: 'secret-3' })),
    await findKey({ file: 'key' }, place, access()),
    await findKey({ command: [process.execPath, '-p', '"secret-4"'] }, place, access()),
  ];
  expect(found.map(({ finding }) => finding.status)).toEqual(['pass', 'pass', 'pass', 'pass']);
  expect(found.map(({ apiKey }) => apiKey?.reveal())).toEqual([
    'secret-2',
    'secret-3',
    'secret-1',
    'secret-4',
  ]);
  expect(JSON.stringify(found)).not.toMatch(/secret-\d/);
});

test('the doctor starts the sandbox of a pipeline as a run does', async () => {
  using space = workspace(3);
  const report = await examine(space.pipeline({}));
  expect(failures(report)).toEqual([]);
  expect(named(report, 'sandbox')?.status).toBe('pass');
  expect(named(report, 'key scope')?.status).toBe('pass');
});
