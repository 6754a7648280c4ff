import { escapedPattern } from '../../../input/rows/format-parts.ts';
import type { TextToken } from '../../neutral.ts';

/** Code, which stays as it is; emoji of a server; times. */
const PIECES = /```[\s\S]*?```|``[\s\S]*?``|`[^`\n]+`|<a?:(\w{1,64}):\d+>|<t:(-?\d{1,11})(?::[a-zA-Z])?>/g;

/**
 * A message's text in Discord's markup as Markdown: a token that stands for a person becomes `<@uid:…>`, emoji of a server
 * `:name:`, a time is written out. Discord's other marks are those of Markdown, or stay as they are.
 */
export function discordToMarkdown(
  text: string,
  uidOf: (id: string) => string,
  tokens: readonly TextToken[] = [],
): string {
  const pattern = patternOf(tokens);
  if (pattern === undefined && !/<a?:|<t:/.test(text)) return text;
  const known = new Map(tokens.map((each) => [each.token, each]));
  const named = (plain: string): string =>
    pattern === undefined ? plain : plain.replaceAll(pattern, (found) => tokenText(known.get(found), uidOf));
  let out = '';
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece, emoji, time] = match;
    out += named(text.slice(at, match.index));
    at = match.index + piece.length;
    out += emoji !== undefined ? `:${emoji}:` : time !== undefined ? timeText(Number(time)) : piece;
  }
  return out + named(text.slice(at));
}

const tokenText = (token: TextToken | undefined, uidOf: (id: string) => string): string =>
  token?.person === undefined ? (token?.words ?? '') : `<@uid:${uidOf(token.person)}>`;

/** Finds tokens, the longest first; one that begins with a name's sign is no part of a longer word. */
function patternOf(tokens: readonly TextToken[]): RegExp | undefined {
  if (tokens.length === 0) return undefined;
  const words = tokens
    .map(({ token }) => token)
    .toSorted((a, b) => b.length - a.length)
    .map((token) => {
      const escaped = escapedPattern(token);
      return token.startsWith('@') ? `(?<![\\p{L}\\p{N}_])${escaped}(?![\\p{L}\\p{N}_])` : escaped;
    });
  return new RegExp(words.join('|'), 'gu');
}

/** Seconds since 1970 as `2026-01-02 03:04 UTC`. */
const timeText = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, -8)} UTC`;
