/**
 * Files that give a code, as a user would have them. `⟨x × 101⟩` stands for 101 times x, `⟨u-# × 3 lines⟩`
 * for the lines u-1, u-2 and u-3, `⟨E9⟩` for the byte of that value: nobody wants to read a row of a megabyte.
 */
export type FilesExample = {
  /** Content by name; the name without its ending is the entity. */
  readonly files: Readonly<Record<string, string>>;
  /** The `map` of the first file's entity, as it stands in a pipeline. */
  readonly map?: string;
  /** Further lines of the pipeline. */
  readonly pipeline?: string;
};

/** What every code can say of itself. */
export type CodeText = {
  /** What has happened, and why it matters; a sentence. */
  readonly cause: string;
  /** What to do about it, without a final period. */
  readonly fix: string;
};

/** What an exit code stands for; the numbers are in `errors.ts`. */
export type ExitName =
  | 'ok'
  | 'bug'
  | 'precondition'
  | 'declined'
  | 'rejected'
  | 'different'
  | 'temporary'
  | 'locked'
  | 'state'
  | 'auth'
  | 'guard'
  | 'hungUp'
  | 'interrupted'
  | 'terminated';

/** A code that a command ends with. */
export type RunCodeText = CodeText & {
  /** The exit code that it gives. */
  readonly exit: ExitName;
  /** What leads to it: a command, a line of a pipeline, or what has happened. */
  readonly example: string;
};

/** A code of a row. */
export type RowCodeText = CodeText & { readonly example: FilesExample };

/** The text of an example's file with everything in it that was only described. */
export function exampleBytes(text: string): Buffer {
  const parts = text.split(/⟨([^⟩]+)⟩/);
  return Buffer.concat(parts.map((part, index) => (index % 2 ? described(part) : Buffer.from(part))));
}

function described(what: string): Buffer {
  const [, line, lines] = /^(.+) × (\d+) lines$/.exec(what) ?? [];
  if (line !== undefined)
    return Buffer.from(
      Array.from({ length: Number(lines) }, (_, at) => `${line.replace('#', String(at + 1))}\n`).join(''),
    );
  const [, repeated, times] = /^(.+) × (\d+)$/s.exec(what) ?? [];
  return repeated === undefined ? Buffer.from(what, 'hex') : Buffer.from(repeated.repeat(Number(times)));
}
