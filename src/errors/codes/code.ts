/**
 * Files that lead to a code. Long content is abbreviated: `⟨x × 101⟩` means 101 times x, `⟨u-# × 3 lines⟩` means the
 * lines u-1, u-2 and u-3, `⟨E9⟩` means the byte with that value.
 */
export type FilesExample = {
  /** Content by file name; the name without its extension is the entity. */
  readonly files: Readonly<Record<string, string>>;
  /** The `map` of the first file's entity, as written in a pipeline. */
  readonly map?: string;
  /** Further keys of the first file's source. */
  readonly source?: string;
  /** Files that are no sources, by name. */
  readonly beside?: Readonly<Record<string, string>>;
  /** Further lines of the pipeline. */
  readonly pipeline?: string;
};

/** A line of an example's pipeline: the target is written through the ordinary REST calls. */
export const REST =
  'target: { baseUrl: "https://chat.example.com/v3", apiKey: { env: CHATFERRY_API_KEY }, api: rest }';

/** The texts that every code has. */
export type CodeText = {
  /** Explanation of what happened, and why it matters; full sentences. */
  readonly cause: string;
  /** Advice on what to do about it, without a final period. */
  readonly fix: string;
};

/** Exit codes. The most severe one wins; an unknown code is a failure. */
export const exitCodes = {
  ok: 0,
  bug: 1,
  precondition: 2,
  declined: 3,
  rejected: 4,
  different: 5,
  temporary: 7,
  locked: 8,
  state: 9,
  auth: 10,
  guard: 11,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof exitCodes;

/** The meaning of each exit code. The reference of commands and `help exit-codes` print these sentences. */
export const exitMeanings: Readonly<Record<ExitName, string>> = {
  ok: 'Every row was imported, or there was nothing to do. Rows that the pipeline skips are not a failure.',
  bug: 'A bug in chatferry. Please report it.',
  precondition:
    'The command could not start: wrong usage, an invalid pipeline file, a source that is missing, empty or without a mapped column, a TLS error or a wrong address.',
  declined: 'You answered no to the question.',
  rejected:
    'The run finished, but some rows were rejected; all others were imported. undo: some rows could not be removed. validate --strict: also for notices and for columns that no field uses. run --strict: also for skipped duplicates.',
  different: 'verify found differences, or could not read everything. conformance: a check failed.',
  temporary:
    'The run stopped early, or the outcome of some rows is unknown. Run the same command again. verify: nothing differs, but a stopped run still has rows to send.',
  locked: 'Another run is using the state. fleet submit: the pipeline is already in the queue.',
  state:
    'The saved state belongs to other inputs, another target or another pipeline, is damaged, or has lost its ledger. Also: a source is cut short, a plan is out of date, or the id given to undo is not the id of what it would remove now.',
  auth: 'The API key is missing, was refused, or its scope is too small.',
  guard:
    'A guard stopped the run: more rejects than limits.maxRejects, a threshold that was not met, or suspicious sources in a sync.',
  hungUp: 'The terminal was closed (SIGHUP). The state is saved.',
  interrupted: 'Interrupted with Ctrl-C (SIGINT). The state is saved.',
  terminated: 'Terminated (SIGTERM). The state is saved.',
};

/** A code that a command ends with. */
export type RunCodeText = CodeText & {
  /** The command's exit code. */
  readonly exit: ExitName;
  /** Example of what leads to it: a command, a line of a pipeline, or an event. */
  readonly example: string;
};

/** A code of a row. */
export type RowCodeText = CodeText & { readonly example: FilesExample };

/** The content of an example file, with its abbreviations written out. */
export function exampleBytes(text: string): Uint8Array {
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
