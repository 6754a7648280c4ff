import { expect, test } from 'vitest';
import { sized } from '../../support/long-form.ts';
import { liveNights } from './nights.ts';

test.each(Array.from({ length: sized(6, 200) }, (_, seed) => seed))(
  'ten nights of an old system that changes, with stops, have what they promise: seed %i',
  async (seed) => {
    expect(await liveNights(seed, 10)).toEqual([]);
  },
);
