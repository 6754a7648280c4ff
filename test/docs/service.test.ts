import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformanceChecks } from '../../src/conformance/checks.ts';
import { QUIRK_TEXTS } from '../../src/sandbox/quirks/quirks.ts';
import { ROUTES } from '../../src/sandbox/routes.ts';
import { endpoints } from '../../src/service/api/endpoints.ts';
import { repository } from '../support/repository.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');
const page = read('docs/service.md');

/** The rows of the table of calls. */
const rows = [...page.matchAll(/^\| `([A-Z]+ \/\S*)` \|(.*)\|$/gm)].map(([, call = '', rest = '']) => {
  const [behalf = '', key = '', rate = '', basis = '', tests = ''] = rest
    .split('|')
    .map((cell) => cell.trim());
  return { call, behalf, key, rate, basis, tests };
});

test('the table of calls says of each call what the route table says, and of no other', () => {
  const expected = ROUTES.map((route) => ({
    call: `${route.method} ${route.path}`,
    behalf: route.behalf ?? 'no',
    key: route.public ? 'none' : route.base === 'management' ? 'management' : route.authOnly ? 'any' : 'full',
    rate: route.rate,
    deprecated: route.replacedBy !== undefined,
  }));
  const told = rows.map(({ call, behalf, key, rate, basis }) => ({
    call,
    behalf,
    key,
    rate,
    deprecated: basis.endsWith(', deprecated'),
  }));
  const sorted = <T extends { call: string }>(list: readonly T[]) =>
    list.toSorted((a, b) => (a.call < b.call ? -1 : 1));
  expect(sorted(told)).toEqual(sorted(expected));
  expect(rows.length).toBeGreaterThan(90);
});

test('every call of the client is in the table', () => {
  const told = new Set(rows.map(({ call }) => call));
  const missing = Object.values(endpoints)
    .map(({ method, path }) => `${method} ${path}`)
    .filter((call) => !told.has(call));
  expect(missing).toEqual([]);
});

test('the conformance suite makes every call of the table, apart from those that the page names', () => {
  const covered = new Set(conformanceChecks.flatMap(({ covers }) => covers));
  const made = new Set([...covered].map((name) => `${endpoints[name].method} ${endpoints[name].path}`));
  const section = page.slice(page.indexOf('\n## Calls\n'), page.indexOf('| Call | onBehalfOf |'));
  const named = [...section.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, call = '']) => call);
  expect(named).toHaveLength(2);
  const without = rows
    .filter(({ call, basis }) => basis !== 'own' && !made.has(call))
    .map(({ call }) => call);
  expect(without.toSorted()).toEqual(named.toSorted());
  expect(rows.filter(({ call, basis }) => basis === 'own' && made.has(call))).toEqual([]);
});

test('each call has a basis, and a test that uses its path', () => {
  for (const { call, basis, tests } of rows) {
    expect(basis, call).toMatch(/^(?:specified|documented|assumed|own)(?:, deprecated)?$/);
    const literal = call.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    expect(read(`test/sandbox/${tests}.test.ts`), `${call} in ${tests}`).toContain(literal);
  }
});

test('every test that the page names is there', () => {
  const names = [...page.matchAll(/test\/[\w/-]+\.test\.ts/g)].map(([name]) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => !existsSync(join(repository, name)))).toEqual([]);
});

test('every switch of the sandbox is explained, here with its reason and there with its effect', () => {
  const sandbox = read('docs/sandbox.md');
  for (const [title, quirks] of QUIRK_TEXTS) {
    const lines = quirks.map(
      ({ form, usual, otherwise }) => `| \`${form.replaceAll('|', '` `')}\` | ${usual} | ${otherwise} |`,
    );
    expect(sandbox).toContain(
      [`### ${title}`, '', '| Switch | Default | Otherwise |', '|---|---|---|', ...lines, ''].join('\n'),
    );
    for (const { form } of quirks) {
      const name = form.split('=', 1)[0] ?? '';
      expect(page, name).toMatch(new RegExp(`\`${name}[=\`]`));
    }
  }
});
