// Part of `npm version`: the files that name the version name the new one, and belong to its commit.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

process.chdir(join(import.meta.dirname, '..'));
const FILES = [
  'contrib/Dockerfile',
  'contrib/compose.yaml',
  'contrib/kubernetes.yaml',
  'samples/sandbox/compose.yaml',
  'docs/guides/check.md',
];
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

for (const file of FILES) {
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replaceAll(/(\bchatferry(?:-fleet)?[@:]v?)\d+\.\d+\.\d+\b/g, `$1${version}`));
}
execFileSync('git', ['add', ...FILES]);
