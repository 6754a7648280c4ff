import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.ts';
import { dataTable } from './data-table.ts';

/** The tests that a table names, each of which is there. */
function testsIn(rows: readonly { readonly tests: string }[]): readonly string[] {
  const named = rows.flatMap(({ tests }) => tests.split(' ').filter(Boolean));
  expect(named.filter((path) => !path.startsWith('test/') || !existsSync(join(repository, path)))).toEqual(
    [],
  );
  return named;
}

test('every kind of bad input has a test', () => {
  const rows = dataTable('development/bad-input.tsv', 'number', 'fault', 'what happens', 'tests');
  testsIn(rows);
  expect(rows.filter(({ tests }) => tests === '')).toEqual([]);
  expect(rows.filter(({ number }) => number.startsWith('B'))).toHaveLength(31);
  expect(rows.filter(({ number }) => number.startsWith('X'))).toHaveLength(23);
});

test('failures name tests that are there', () => {
  const rows = dataTable('development/failures.tsv', 'when', 'failure', 'what is done', 'tests');
  expect(testsIn(rows).length).toBeGreaterThan(50);
  for (const row of rows) expect(row['what is done'], row.failure).not.toBe('');
});

test('faults of machines and services name tests that are there, or say why there is none', () => {
  const rows = dataTable('development/faults.tsv', 'number', 'fault', 'tests', 'note');
  expect(testsIn(rows).length).toBeGreaterThan(60);
  expect(rows.filter(({ tests, note }) => tests === '' && note === '')).toEqual([]);
});

test('every attack, and every rule of the supply chain, has a test', () => {
  const rows = dataTable('development/attacks.tsv', 'number', 'attack or rule', 'tests', 'note');
  expect(testsIn(rows).length).toBeGreaterThan(40);
  expect(rows.filter(({ tests, note }) => tests === '' && note === '')).toEqual([]);
});

test('promises about what is not ours name tests that are there', () => {
  expect(testsIn(dataTable('development/not-ours.tsv', 'promise', 'tests')).length).toBeGreaterThan(40);
});
