import { escapedPattern } from '../../../input/rows/format-parts.ts';
import type { TextToken } from '../../neutral.ts';

/** Code, which stays as it is; bold; struck text. Two signs are those of Markdown already. */
const PIECES =
  /```[\s\S]*?```|`[^`\n]+`|(?<![\p{L}\p{N}*])\*(?![\s*])([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])|(?<![\p{L}\p{N}~])~(?![\s~])([^~\n]*[^~\s])~(?![\p{L}\p{N}~])/gu;

/** A message's text in the markup of Rocket.Chat as Markdown: a name that is mentioned becomes `<@uid:…>`. */
export function rocketChatToMarkdown(
  text: string,
  uidOf: (id: string) => string,
  tokens: readonly TextToken[] = [],
): string {
  const people = new Map(tokens.map(({ token, person = '' }) => [token, person]));
  const named = people.size === 0 ? undefined : patternOf([...people.keys()]);
  const withNames = (plain: string): string =>
    named ? plain.replaceAll(named, (found) => `<@uid:${uidOf(people.get(found) ?? '')}>`) : plain;
  if (!/[*~`]/.test(text)) return withNames(text);
  let out = '';
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece, bold, struck] = match;
    out += withNames(text.slice(at, match.index));
    at = match.index + piece.length;
    if (bold !== undefined) out += `**${withNames(bold)}**`;
    else if (struck !== undefined) out += `~~${withNames(struck)}~~`;
    else out += piece;
  }
  return out + withNames(text.slice(at));
}

/** The longest first; none is a part of a longer name. */
function patternOf(tokens: readonly string[]): RegExp {
  const words = tokens.toSorted((a, b) => b.length - a.length).map(escapedPattern);
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.join('|')})(?![\\p{L}\\p{N}_-])`, 'gu');
}
