import type { CoreName } from '../../src/input/entities/entity.ts';
import type { Cast } from './cast.ts';

export type Format = 'csv' | 'ndjson';

/** Where a planted row stands once the files are written. */
export type Place = { readonly file: string; readonly line: number; readonly byte: number };

/** What a report must say of a planted row, at exactly its line and byte. */
export type Finding = {
  /** The list of the report in which it stands. */
  readonly list: 'problems' | 'notices';
  readonly code: string;
  readonly field?: string;
  readonly value?: string | RegExp;
  /** Compared only where it is known. */
  readonly column?: number;
  /** Text that the message must hold; `first` is the place of the first row of the same kind. */
  readonly says?: (own: Place, first: Place) => string;
};

/** One row, or one physical line of a row that comes apart, put among good ones. */
export type Planted = {
  readonly entity: CoreName;
  /** Everything from its first byte to its line end. */
  readonly bytes: Buffer;
  /** How the row ends; absent for bytes that are no row at all. */
  readonly outcome?: 'pending' | 'rejected' | 'blocked' | 'skipped';
  readonly finds: readonly Finding[];
  /** Stands right behind the one before it. */
  readonly glued?: true;
  /** Stands at the end of its file. */
  readonly last?: true;
};

/** One kind of fault, of notice, or of row that only looks like one. */
export type Kind = {
  readonly name: string;
  /** Both where absent. */
  readonly format?: Format;
  /** What is planted for it; every call is for a cast of its own. */
  readonly rows: (cast: Cast) => readonly Planted[];
};

const VALUE_CHARS = 200;

/** A cell as a report shows it. */
export function shown(cell: unknown): string | undefined {
  if (cell === undefined || cell === '' || cell === null) return undefined;
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell);
  return text.length > VALUE_CHARS ? `${text.slice(0, VALUE_CHARS)}…` : text;
}

/** A problem with its field and value. */
export function problem(code: string, field?: string, cell?: unknown): Finding {
  const value = shown(cell);
  return {
    list: 'problems',
    code,
    ...(field === undefined ? {} : { field }),
    ...(value === undefined ? {} : { value }),
  };
}

export function notice(code: string, field?: string, cell?: unknown): Finding {
  return { ...problem(code, field, cell), list: 'notices' };
}

/** The finding with the place of the first row of its kind in the message. */
export function naming(finding: Finding): Finding {
  return { ...finding, says: (_own, { file, line }) => `${file}:${line}` };
}
