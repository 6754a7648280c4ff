import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownServiceCodes } from '../../src/errors/known-codes.ts';
import { ServiceError } from '../../src/errors/service-error.ts';
import { repository } from '../support/repository.ts';

test('every code that the sandbox answers with is known to the client', () => {
  const paths = globSync('src/sandbox/**/*.ts', { cwd: repository });
  const texts = paths.map((path) => readFileSync(join(repository, path), 'utf8'));
  const codes = texts.flatMap((text) => text.match(/(?<=['"`])(?:AUTH_)?ERR_[A-Z_]*[A-Z](?=['"`])/g) ?? []);
  expect(new Set(codes).size).toBeGreaterThan(50);
  // A missing one belongs into src/errors/known-codes.ts.
  expect(
    [...new Set(codes)].filter((code) => !(knownServiceCodes as readonly string[]).includes(code)),
  ).toEqual([]);
});

test('each is listed once, and a code that is not listed is one as well', () => {
  expect(new Set(knownServiceCodes).size).toBe(knownServiceCodes.length);
  const { code } = new ServiceError('ERR_OF_TOMORROW', 'new');
  const isKnown = (name: typeof code): boolean => {
    switch (name) {
      case 'ERR_UID_NOT_FOUND':
      case 'SERVICE.TLS':
        return true;
      default:
        return false;
    }
  };
  expect(isKnown(code)).toBe(false);
});
