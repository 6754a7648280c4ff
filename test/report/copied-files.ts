import { type FileCounts, zeroFileCounts } from '../../src/pipeline/files/file-counts.ts';
import type { MapEntry } from '../../src/pipeline/files/file-map.ts';
import { NASTY } from '../support/report-fixture.ts';

/** Counts of 1,204 files that were copied, and 12 that were not. */
export function copiedFixture(): FileCounts {
  const counts = zeroFileCounts();
  const outcomes = { copied: 1_200, sameContent: 4, failed: { ...counts.failed, gone: 9, login: 3 } };
  return {
    ...counts,
    ...outcomes,
    found: 2_432,
    distinct: 1_216,
    bytes: 3_100_000_000,
    bytesCopied: 3_100_000_000,
    references: {
      ...counts.references,
      copied: 2_400,
      sameContent: 8,
      failed: { ...counts.failed, gone: 18, login: 6 },
    },
  };
}

/** Entries of a map, with addresses that a careless page would run. */
export function* mapEntries(count: number): Generator<MapEntry> {
  for (let at = 0; at < count; at++) {
    const address = `https://cdn${at % 3}.example.com/${NASTY[at % NASTY.length]}/${at}.png`;
    if (at % 10 === 9) {
      const why = at % 20 === 9 ? 'gone' : 'login';
      yield { address, outcome: 'failed', why, message: 'answers 404', tries: 1, at };
      continue;
    }
    const sha256 = at.toString(16).padStart(64, '0');
    const type = at % 2 === 0 ? 'image/png' : 'application/pdf';
    const object = `${sha256.slice(0, 2)}/${sha256}.png`;
    yield { address, outcome: 'copied', sha256, bytes: at * 1_000, type, object, origin: 'created', at };
  }
}
