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
  const withNames = (plain: string): string =>
    people.size === 0 ? plain : plain.replaceAll(MENTION, (found) => mentioned(found, people, uidOf));
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

/** A name with its sign, and what may stand behind it. */
const MENTION = /(?<![\p{L}\p{N}_])@[\p{L}\p{N}_.@-]{1,200}/gu;

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && '.@-'.includes(name.charAt(end - 1))) end--;
  return name.slice(0, end);
}

/** A name that ends with the sentence is one without its dot. */
function mentioned(
  found: string,
  people: ReadonlyMap<string, string>,
  uidOf: (id: string) => string,
): string {
  const name = people.has(found) ? found : withoutEnd(found);
  const person = people.get(name);
  return person === undefined ? found : `<@uid:${uidOf(person)}>${found.slice(name.length)}`;
}
