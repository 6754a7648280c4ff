import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { conformanceChecks } from '../../../src/conformance/checks.ts';
import { probeQuestions } from '../../../src/conformance/probe/questions/probe-questions.ts';
import { parseQuirks, QUIRK_TEXTS } from '../../../src/sandbox/quirks/quirks.ts';
import { ROUTES } from '../../../src/sandbox/routes.ts';
import { endpoints } from '../../../src/service/api/endpoints.ts';
import { repository } from '../../support/repository.ts';
import { dataTable } from '../development/data-table.ts';
import { callBases } from './calls-page.ts';

const read = (path: string): string => readFileSync(join(repository, path), 'utf8');

test('each call of the route table has its basis, and no other', () => {
  const calls = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(callBases.map(({ call }) => call).toSorted()).toEqual(calls.toSorted());
  expect(calls.length).toBeGreaterThan(90);
  for (const { call, basis } of callBases)
    expect(basis, call).toMatch(/^(?:specified|documented|assumed|own)$/);
});

test('every call of the client is one of the route table', () => {
  const known = new Set(callBases.map(({ call }) => call));
  const calls = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
  expect(calls.filter((call) => !known.has(call))).toEqual([]);
});

/** The first takes a login instead of keys; the second is an older form of the call with the reaction in its path. */
const NOT_OF_THE_CLIENT = ['POST /tenants', 'POST /messages/{id}/reactions'];

test('the conformance suite makes every call but two, and none that the sandbox alone has', () => {
  const covered = new Set(conformanceChecks.flatMap(({ covers }) => covers));
  const made = new Set([...covered].map((name) => `${endpoints[name].method} ${endpoints[name].path}`));
  const without = callBases.filter(({ call, basis }) => basis !== 'own' && !made.has(call));
  expect(without.map(({ call }) => call).toSorted()).toEqual(NOT_OF_THE_CLIENT.toSorted());
  expect(callBases.filter(({ call, basis }) => basis === 'own' && made.has(call))).toEqual([]);
});

test('each call has a test that uses its path', () => {
  for (const { call, test: name } of callBases) {
    const literal = call.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
    expect(read(`test/sandbox/${name}.test.ts`), `${call} in ${name}`).toContain(literal);
  }
});

/** What the service's specification says, and where that is implemented. */
const specification = dataTable('service/specification.tsv', 'row', 'where', 'tests');

test('each row of the specification names tests that are there', () => {
  expect(specification.length).toBeGreaterThan(40);
  for (const { row, where, tests } of specification) {
    expect(where, row).not.toBe('');
    for (const name of tests.split(', '))
      expect(existsSync(join(repository, name)), `${row}: ${name}`).toBe(true);
  }
});

/** What the sandbox assumes, with the sources that there are and the switch that turns it round. */
const assumptions = dataTable('service/assumptions.tsv', 'area', 'topic', 'here', 'basis', 'switch');

test('every switch of the sandbox stands beside an assumption, or beside a row of the specification', () => {
  const switches = [...assumptions.map((row) => row.switch), ...specification.map((row) => row.where)].join(
    '\n',
  );
  for (const { form } of QUIRK_TEXTS.flatMap(([, quirks]) => quirks)) {
    const name = form.split('=', 1)[0] ?? '';
    expect(switches, name).toMatch(new RegExp(`\`${name}[=\`]`));
  }
  expect(assumptions.length).toBeGreaterThan(130);
});

test('the page about the service names only switches that there are, below the step of a probe that shows them', () => {
  const page = read('docs/programs/service.md');
  const rows = SHOWN.flatMap((heading, step) => {
    const [, list = ''] = new RegExp(`^${heading}:\\n\\n((?:- .*\\n)+)`, 'm').exec(page) ?? [];
    return Array.from(list.matchAll(/^- (.*\? .*): (`[^:]*)$/gm), ([, asks = '', cell = '']) => ({
      asks,
      step: step === SHOWN.length - 1 ? undefined : step,
      switches: Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = '']) => name),
    }));
  });
  expect(rows.length).toBe(page.match(/^- .*\? .*: `/gm)?.length);
  expect(rows.length).toBeGreaterThan(20);
  for (const { asks, step, switches } of rows) {
    for (const name of switches) expect(() => parseQuirks(name), name).not.toThrow();
    // Of the switches of a question, a probe may tell only some apart.
    const steps = [...new Set(switches.flatMap((name) => stepOf(name) ?? []))];
    expect([asks, steps]).toEqual([asks, step === undefined ? [] : [step]]);
  }
});

/** What stands above the questions of each step, and of those that no probe answers. */
const SHOWN = [
  'Shown by imports that write nothing',
  'Shown by importing rows',
  'Shown by reading them',
  'Shown by no probe',
];
const STEPS = ['empty', 'canaries', 'read', 'removal'];

/** The step of a probe that shows a switch, whatever its number; undefined if none does. */
function stepOf(name: string): number | undefined {
  const plain = (text: string): string => text.replace(/=\d+d?$/, '=');
  const found = probeQuestions.find(({ forms }) =>
    Object.values(forms).some(({ quirk = '' }) => quirk.split(',').some((one) => plain(one) === plain(name))),
  );
  return found && STEPS.indexOf(found.step);
}
