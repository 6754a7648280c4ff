import { RunError } from '../../../errors/run-error.ts';
import type { SourceOptions } from '../source.ts';

/** A dialect of CSV beyond RFC 4180, which csv-parse reads. */
export type Dialect = {
  /** One or several characters. */
  readonly delimiter: string;
  /** The character that quotes cells; false: none does. */
  readonly quote: string | false;
  /** The character before a quote, or before itself, inside a quoted cell. */
  readonly escape: string;
  /** The beginning of a line that is no row; absent if there are no comments. */
  readonly comment?: string | undefined;
  /** True if blanks around cells are left out, as far as they are not in quotes. */
  readonly trim: boolean;
};

/** A delimiter that the fast scanner takes. */
const ONE_ASCII = /^[^"\r\n\u0080-\u{10ffff}]$/u;
const ONE_CHARACTER = /^[^\r\n\u0080-\u{10ffff}]$/u;
const TEXT = /^[^\r\n]{1,20}$/;

/**
 * The dialect that the options declare; undefined if RFC 4180 with another delimiter is all that they declare.
 * @param usual the delimiter of a file that declares none
 * @throws RunError `CONFIG.INVALID` for options that cannot be used, or not together
 */
export function dialectOf(options: SourceOptions, usual: string, path: string): Dialect | undefined {
  refuseUnusable(options, path);
  const { delimiter = usual, quote = '"', escape: before, comment, trim = false } = options;
  const isPlain =
    ONE_ASCII.test(delimiter) && quote === '"' && (before ?? '"') === '"' && comment === undefined && !trim;
  if (isPlain) return undefined;
  const quoted = quote === 'none' ? false : quote;
  return { delimiter, quote: quoted, escape: before ?? (quoted || '"'), comment, trim };
}

function refuseUnusable({ delimiter, quote, escape: before, comment }: SourceOptions, path: string): void {
  const faults: readonly (readonly [wrong: boolean, message: string, hint: string])[] = [
    [
      delimiter !== undefined && (!TEXT.test(delimiter) || delimiter === '"'),
      `delimiter ${JSON.stringify(delimiter)} is not 1 to 20 characters of one line`,
      'use one character such as  ,  ;  |  or a tab, or several such as  ::',
    ],
    [
      quote !== undefined && quote !== 'none' && !ONE_CHARACTER.test(quote),
      `quote ${JSON.stringify(quote)} is not one ASCII character`,
      'write the character that quotes cells, such as  quote: "\'"  or  quote: none',
    ],
    [
      before !== undefined && !ONE_CHARACTER.test(before),
      `escape ${JSON.stringify(before)} is not one ASCII character`,
      "write the character before a quote in a cell:  escape: '\\'",
    ],
    [
      comment !== undefined && !TEXT.test(comment),
      `comment ${JSON.stringify(comment)} is not 1 to 20 characters of one line`,
      "write how a comment line begins:  comment: '#'",
    ],
    [
      quote !== undefined && (quote === delimiter || comment === quote),
      `quote ${JSON.stringify(quote)} is the delimiter or the comment as well`,
      'use different characters for quote, delimiter and comment',
    ],
    [
      comment !== undefined && comment === delimiter,
      `comment ${JSON.stringify(comment)} is the delimiter as well`,
      'use different characters for quote, delimiter and comment',
    ],
  ];
  const fault = faults.find(([wrong]) => wrong);
  if (fault) throw new RunError('CONFIG.INVALID', fault[1], { hint: fault[2], where: { file: path } });
}
