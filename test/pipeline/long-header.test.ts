import { expect, test } from 'vitest';
import { rowsOfPipeline } from '../support/rows-of-pipeline.ts';

/** A header is read in parts that become longer: wherever they end, it is the same header. */
test.each([4_000, 4_096, 4_097, 12_288, 131_072, 131_073, 700_000])(
  'a header line of %i bytes has all its columns',
  async (bytes) => {
    for (const delimiter of [',', ';']) {
      const known = ['uid', 'name'].join(delimiter);
      const filler = 'x'.repeat(Math.max(1, bytes - known.length - 2));
      const text = `uid${delimiter}${filler}${delimiter}name\nann${delimiter}1${delimiter}Ann\n`;
      const told = await rowsOfPipeline('sources: { users: { path: users.csv } }\n', [
        { name: 'users.csv', text },
      ]);
      expect(told.split('\n').filter((line) => line.startsWith('users '))).toEqual([
        'users {"uid":"ann","name":"Ann"}',
      ]);
    }
  },
);
