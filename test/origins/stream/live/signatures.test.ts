import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { streamLive } from '../../../../src/origin/stream/live/stream-live.ts';
import { Secret } from '../../../../src/service/transport/secret.ts';

type Vector = {
  readonly what: string;
  readonly body: string;
  readonly signature: string;
  readonly isGenuine: boolean;
};
const { secret, vectors } = JSON.parse(readFileSync(join(import.meta.dirname, 'vectors.json'), 'utf8')) as {
  readonly secret: string;
  readonly vectors: readonly Vector[];
};

const isGenuine = (body: Buffer, signature: string | undefined, keys = [secret]): boolean =>
  streamLive.isGenuine(
    { method: 'POST', url: 'https://here/', headers: { 'x-signature': signature }, body },
    { keys: keys.map((key) => new Secret(key)) },
  );

test.each(vectors)('a signature is judged as by the library of Stream: $what', (vector) => {
  const { body, signature, isGenuine: judged } = vector;
  expect(isGenuine(Buffer.from(body), signature)).toBe(judged);
});

test('either of two secrets holds, and without one nothing does', () => {
  const right = vectors.find((each) => each.isGenuine) ?? expect.fail('no vector');
  const body = Buffer.from(right.body);
  expect(isGenuine(body, right.signature, ['a-new-secret-0123456789', secret])).toBe(true);
  expect(isGenuine(body, right.signature, [])).toBe(false);
  expect(isGenuine(body, undefined)).toBe(false);
});

test('10,000 changed bodies and signatures are refused', () => {
  const right = vectors.filter((each) => each.isGenuine);
  let refused = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...right),
      fc.boolean(),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      ({ body, signature }, isBody, at, by) => {
        const bytes = Buffer.from(isBody ? body : signature);
        const place = at % bytes.length;
        bytes[place] = (bytes[place] ?? 0) ^ by;
        refused++;
        return isBody
          ? !isGenuine(bytes, signature)
          : !isGenuine(Buffer.from(body), bytes.toString('latin1'));
      },
    ),
    { numRuns: 10_000 },
  );
  expect(refused).toBe(10_000);
});
