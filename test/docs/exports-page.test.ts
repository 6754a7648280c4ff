import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportPolicyValues } from '../../src/exports/export-rules.ts';
import { exportSystems } from '../../src/exports/readers.ts';
import { repository } from '../support/repository.ts';
import { exportsPage } from './exports-page.ts';

const page = readFileSync(join(repository, 'docs/exports.md'), 'utf8');

test('the pages are those of docs/from, and the tables of what each format loses are those of runs: npm run docs:exports', async () => {
  expect(page).toBe(await exportsPage());
});

test('the page about exports names every system with its page, and every policy with its values, the default first', () => {
  for (const system of exportSystems) expect(page, system).toContain(`](from/${system}.md)`);
  for (const [name, values] of Object.entries(exportPolicyValues))
    expect(page, name).toContain(`| \`${name}\` | ${values.map((value) => `\`${value}\``).join(' · ')} |`);
});
