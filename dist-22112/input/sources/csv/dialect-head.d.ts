import type { Bytes } from '../bytes/bytes.ts';
import type { Dialect } from './csv-dialect.ts';
import type { TextPlace } from './csv-start.ts';
import type { FirstRecord } from './delimiter.ts';
/** Reads the first record from a position on in a dialect; undefined if there are only blank lines and comments. */
export declare function firstDialectRecord(bytes: Bytes, dialect: Dialect, from: TextPlace): Promise<FirstRecord | undefined>;
