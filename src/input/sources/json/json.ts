import type { SourceFormat } from '../source.ts';
import { ndjson } from './ndjson.ts';

/**
 * A JSON document with rows at a path, for files whose name does not show it. Its rows are written as NDJSON where they
 * are rejected, so a Source has the format `ndjson`.
 */
export const json = {
  ...ndjson,
  name: 'json',
  label: 'JSON',
  endings: [],
  writtenAs: ndjson,
  looksLike: () => false,
} as const satisfies SourceFormat;
