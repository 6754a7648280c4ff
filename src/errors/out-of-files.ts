const CODES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE']);
/** More causes than any error of ours has. */
const DEPTH_MAX = 10;

/** True if the system refused to open a further file or connection. */
export function isOutOfFiles(error: unknown): boolean {
  let at = error;
  for (let depth = 0; at instanceof Error && depth < DEPTH_MAX; depth++) {
    if (CODES.has((at as NodeJS.ErrnoException).code)) return true;
    at = at.cause;
  }
  return false;
}
