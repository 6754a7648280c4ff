import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import type { Lock } from '../sbom-faults.ts';
import { dependencyReport } from './dependency-faults.ts';

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const locked = { version: '1.0.0', integrity, license: 'MIT' };
const faultsOf = (packages: Lock['packages']): readonly string[] =>
  dependencyReport({
    packages: {
      '': { version: '1.0.0', dependencies: { a: '1.0.0' } },
      'node_modules/a': locked,
      ...packages,
    },
  }).faults;

test('the packages of this project have licences, hashes, and no install script without a reason', () => {
  const lock = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as Lock;
  const { faults, packages, runtime, scripts } = dependencyReport(lock);
  expect(faults).toEqual([]);
  expect(runtime).toBeLessThan(packages);
  for (const { reason } of scripts) expect(reason.length).toBeGreaterThan(20);
});

test.each([
  [
    'a licence that binds users',
    { 'node_modules/a': { ...locked, license: 'GPL-3.0' } },
    'a has the licence GPL-3.0',
  ],
  ['no licence', { 'node_modules/b': { version: '1.0.0', integrity } }, 'b has the licence none'],
  [
    'one for tools alone',
    { 'node_modules/a': { ...locked, license: 'MPL-2.0' } },
    'a has the licence MPL-2.0',
  ],
  [
    'no hash',
    { 'node_modules/a': { version: '1.0.0', license: 'MIT' } },
    'a has no SHA-512 in the lock file',
  ],
  [
    'a script of a tool without a reason',
    { 'node_modules/tool': { ...locked, hasInstallScript: true } },
    'tool runs a script when it is installed',
  ],
  [
    'a script of what users install',
    {
      '': { version: '1.0.0', dependencies: { node: '1.0.0' } },
      'node_modules/node': { ...locked, hasInstallScript: true },
    },
    'node runs a script when it is installed',
  ],
  [
    'a link to what is no workspace',
    {
      '': { version: '1.0.0', dependencies: { a: '1.0.0' }, workspaces: ['src/own'] },
      'node_modules/own': { version: '', link: true, resolved: 'src/own' },
      'src/own': { version: '1.0.0' },
      'node_modules/b': { version: '1.0.0', license: 'MIT', link: true, resolved: '../b' },
    },
    'b has no SHA-512 in the lock file',
  ],
])('%s is found', (_, packages, fault) => {
  expect(faultsOf(packages)).toEqual([fault]);
});
