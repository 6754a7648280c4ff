import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MUTANTS as HARMS } from '../../properties/no-harm/mutants.ts';
import { repository } from '../../support/repository.ts';
import { MUTANTS } from './mutants.ts';

// They are found with `npm run sim:mutants` and `npm run test:no-harm:mutants`.
test.each([...MUTANTS, ...HARMS])('the fault can be put in: $name', ({ file, from, test: found }) => {
  expect(readFileSync(join(repository, 'src', file), 'utf8').split(from)).toHaveLength(2);
  expect(found === undefined || existsSync(join(repository, found))).toBe(true);
});
