import { expect, test } from 'vitest';
import { inColumns } from './members-in-columns.ts';
import { packages } from './packages.ts';
import { pairs } from './pairs.ts';
import { rooms } from './rooms.ts';

test('most schemas need no word, and the others a few lines', () => {
  const all = [...pairs, ...rooms, ...inColumns];
  const alone = all.filter(({ answers, shape }) => answers === undefined && shape === undefined);
  const lines = all.map(({ answers = [], shape = '' }) => answers.length + shape.split('\n').length - 1);
  console.info(`${alone.length} of ${all.length} schemas by init alone, and ${packages.length} packages`);
  expect(all.length).toBeGreaterThanOrEqual(27);
  expect(alone.length).toBeGreaterThanOrEqual(20);
  expect(Math.max(...lines)).toBeLessThan(10);
  expect(new Set(all.map(({ tables }) => tables)).size).toBe(all.length);
  expect(all.filter(({ said }) => said.length === 0)).toEqual([]);
});
