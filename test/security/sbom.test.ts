import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/repository.ts';
import { type Lock, runtimeClosure, type Sbom, sbomFaults } from './sbom-faults.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(join(repository, name), 'utf8'));
const HASH = Buffer.alloc(64, 7);
const integrity = `sha512-${HASH.toString('base64')}`;
const LOCK: Lock = {
  packages: {
    '': { version: '1.0.0', dependencies: { a: '1.0.0', b: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', integrity, dependencies: { c: '^1.0.0' } },
    'node_modules/a/node_modules/c': { version: '1.0.0', integrity, dependencies: { b: '*', d: '*' } },
    'node_modules/b': { version: '1.0.0', integrity },
    'node_modules/c': { version: '2.0.0', integrity, dependencies: { tool: '*' } },
    'node_modules/d': { version: '1.0.0', integrity },
    'node_modules/tool': { version: '1.0.0', integrity },
  },
};
const component = (name: string, version = '1.0.0') => ({
  name,
  version,
  hashes: [{ alg: 'SHA-512', content: HASH.toString('hex') }],
  licenses: [{}],
});
const GOOD: Sbom = {
  bomFormat: 'CycloneDX',
  components: ['a', 'b', 'c', 'd'].map((name) => component(name)),
};

test('the closure follows dependencies to where each package finds them', () => {
  expect(runtimeClosure(LOCK)).toEqual([
    'node_modules/a',
    'node_modules/a/node_modules/c',
    'node_modules/b',
    'node_modules/d',
  ]);
});

test('a bill of materials that lists exactly the closure has no fault', () => {
  expect(sbomFaults(GOOD, LOCK)).toEqual([]);
});

test.each<[string, Sbom, string]>([
  [
    'a package that is left out',
    { ...GOOD, components: GOOD.components?.slice(1) ?? [] },
    'a@1.0.0 is missing',
  ],
  [
    'a development dependency',
    { ...GOOD, components: [...(GOOD.components ?? []), component('tool')] },
    'tool@1.0.0 is not a runtime dependency',
  ],
  [
    'another version',
    {
      ...GOOD,
      components: ['a', 'b', 'c', 'd'].map((name) => component(name, name === 'c' ? '2.0.0' : '1.0.0')),
    },
    'c@1.0.0 is missing',
  ],
  [
    'another content',
    { ...GOOD, components: (GOOD.components ?? []).map((one) => ({ ...one, hashes: [] })) },
    'a@1.0.0 has another hash than in the lock file',
  ],
  [
    'no licence',
    { ...GOOD, components: (GOOD.components ?? []).map((one) => ({ ...one, licenses: [] })) },
    'a@1.0.0 names no licence',
  ],
  ['something else', {}, 'it is no CycloneDX document'],
])('%s is found', (_what, sbom, fault) => {
  expect(sbomFaults(sbom, LOCK)).toContain(fault);
});

test('an install script is found', () => {
  const packages = {
    ...LOCK.packages,
    'node_modules/b': { version: '1.0.0', integrity, hasInstallScript: true },
  };
  expect(sbomFaults(GOOD, { packages })).toEqual(['b@1.0.0 has an install script']);
});

test('runtime dependencies are exact versions, and none of the closure has an install script', () => {
  const { dependencies } = read('package.json') as { dependencies: Record<string, string> };
  for (const [name, version] of Object.entries(dependencies))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  const lock = read('package-lock.json') as Lock;
  const closure = runtimeClosure(lock);
  expect(closure.filter((path) => lock.packages[path]?.hasInstallScript)).toEqual([]);
  expect(closure.length).toBeLessThanOrEqual(60);
  const said = `${closure.length} are installed, for ${Object.keys(dependencies).length} dependencies`;
  expect(readFileSync(join(repository, 'SECURITY.md'), 'utf8')).toContain(said);
});
