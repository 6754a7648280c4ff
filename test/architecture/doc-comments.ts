/** Folders of `src/` whose doc comments are done. The others follow: add a folder here once it has none of these any more. */
export const DONE: readonly string[] = [
  'delivery',
  'ledger',
  'pipeline',
  'keys',
  'system',
  'errors',
  'cli',
  'library',
  'conformance',
  'terminal',
  'input',
  'service',
  'prefilter',
  'session',
  'state',
  'files',
  'report',
  'tables',
  'sandbox',
];

const CLAUSE = /\/\*\*[\s*]*(?:What|Whether|Where|How|Who|Whom|Whose)\b/g;

/**
 * Doc comments that begin with a relative clause, as in "What a run needs", where a noun or a verb names the thing at once:
 * "Things that a run needs". A comment of a boolean begins with "True if".
 * @returns the number of the line of each
 */
export const clauseComments = (code: string): readonly number[] =>
  Array.from(code.matchAll(CLAUSE), ({ index }) => code.slice(0, index).split('\n').length);
