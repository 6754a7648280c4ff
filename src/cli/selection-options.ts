import { didYouMean, nearest } from '../errors/nearest.ts';
import { usageError } from '../errors/run-error.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { pipelineTime } from '../input/rows/forms/time-window.ts';
import type { Selection } from '../pipeline/reference.ts';
import { optional, whole, word } from './values.ts';

/** The options that take some of the rows. */
export const SELECTION = {
  only: word('only these entities, such as users,groups'),
  limit: word('at most N rows of each entity; referenced rows included'),
  since: word('only rows from this date on, plus what they refer to'),
  conversation: word('one conversation: a guid, or two uids such as a,b'),
} as const;

/** More rows are no pilot, and its lists are held in memory. */
const LIMIT_MAX = 1_000_000;

type Args = Readonly<Partial<Record<keyof typeof SELECTION, string | undefined>>>;

/**
 * The selection that the options make; undefined if there is none of them.
 * @throws RunError `USAGE.INVALID`
 */
export function selectionOf(args: Args): Selection | undefined {
  const only = onlyOf(optional(args, 'only'));
  const limit = args.limit === undefined ? undefined : whole(args, 'limit', LIMIT_MAX);
  const since = optional(args, 'since');
  const conversation = optional(args, 'conversation');
  if (limit === 0) throw usageError('--limit 0 takes no row: give a number from 1');
  if (since !== undefined && pipelineTime(since) === undefined)
    throw usageError(`--since expects a time such as 2024-01-31 or 2024-01-31T10:00:00Z, got "${since}"`);
  if (conversation?.trim() === '') throw usageError('--conversation expects a guid, or two uids as a,b');
  const given = { only, limit, since, conversation };
  return Object.values(given).some((value) => value !== undefined) ? given : undefined;
}

/** The word after `--only` that means the files of rows, and no entity. */
const FILES = 'files';

/**
 * True if a run copies files and writes no row: `--only files`.
 * @throws RunError `USAGE.INVALID` beside options that choose rows
 */
export function takesFilesOnly(args: Args): boolean {
  if (optional(args, 'only') !== FILES) return false;
  const other = (['limit', 'since', 'conversation'] as const).find((name) => args[name] !== undefined);
  if (other === undefined) return true;
  throw usageError(`--only files takes the files of all rows: leave --${other} out`, {
    hint: '--only files',
  });
}

function onlyOf(text: string | undefined): readonly EntityName[] | undefined {
  if (text === undefined) return undefined;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !entityNames.some((entity) => entity === name));
  if (unknown === undefined) return entityNames.filter((entity) => names.includes(entity));
  if (unknown === FILES)
    throw usageError('--only files stands alone, and is an option of  chatferry run', {
      hint: 'chatferry run PIPELINE --only files',
    });
  const meant = nearest(unknown, entityNames);
  throw usageError(
    `--only: "${unknown}" is no entity${didYouMean(unknown, entityNames, `expected some of ${entityNames.join(', ')}`)}`,
    { hint: `--only ${names.map((name) => (name === unknown ? (meant ?? 'users') : name)).join(',')}` },
  );
}
