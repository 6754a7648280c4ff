import { parsedJson } from '../../../json/parse-json.ts';
import { RAW_CHARS_MAX } from '../../../rows/row.ts';
import type { Unreadable } from '../../neutral.ts';

/** Control characters as Telegram writes them, which is no JSON; a backslash before them may be escaped itself. */
const ESCAPED = /\\(?:x([0-9A-Fa-f]{2})|[\s\S])/g;

/** The value of a row that only its control characters keep from being JSON; undefined for any other row. */
export function repaired({ problem, raw }: Unreadable): unknown {
  if (problem.code !== 'NDJSON.SYNTAX_INVALID' || raw.length >= RAW_CHARS_MAX || !raw.includes('\\x'))
    return undefined;
  return parsedJson(
    raw.replaceAll(ESCAPED, (written: string, code?: string) =>
      code === undefined ? written : `\\u00${code}`,
    ),
    true,
  );
}
