/** Why a file was not copied. `silent` is asked again by each run; the others only by `run --retry-files`. */
export const fileFailures = [
  'gone',
  'login',
  'denied',
  'expired',
  'tooLarge',
  'type',
  'refused',
  'empty',
  'encoded',
  'silent',
] as const;
export type FileFailure = (typeof fileFailures)[number];

/**
 * Answer to an address in a row: its copy, its failure, that it stays as it is, or that nobody has tried to copy it so far
 * (`placeholder` is then an address of the length and form that a copy will have).
 */
export type CopiedAddress =
  | { readonly outcome: 'copied'; readonly url: string; readonly type: string; readonly bytes: number }
  | { readonly outcome: 'failed'; readonly why: FileFailure }
  | { readonly outcome: 'kept' }
  | { readonly outcome: 'unknown'; readonly placeholder: string };

/** Finds what became of an address. Takes at most some microseconds. */
export type FindCopy = (address: string) => CopiedAddress;
