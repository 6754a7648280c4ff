import { discordToMarkdown, type TextToken } from '../../../input/rows/markup/discord.ts';
import { htmlToMarkdown, htmlToText } from '../../../input/rows/markup/html.ts';
import { stripMarkup } from '../../../input/rows/markup/markdown.ts';
import { piecesToMarkdown } from '../../../input/rows/markup/pieces.ts';
import { slackToMarkdown } from '../../../input/rows/markup/slack.ts';
import type { ExportPolicies } from '../../export-rules.ts';
import type { Markup, SourceMessage } from '../../neutral.ts';

/** The text of a message as the policy says. */
export function textOfMessage(
  message: Pick<SourceMessage, 'text' | 'markup' | 'tokens' | 'pieces' | 'forwarded'>,
  policy: ExportPolicies['markup'],
  uidOf: (id: string) => string,
): string {
  const { text = '', forwarded } = message;
  if (policy === 'raw' || text === '') return text;
  const own = ownText(message, policy, uidOf);
  if (!forwarded) return own;
  const whole = forwarded.from === undefined ? own : `${forwarded.from}:\n${own}`;
  return policy === 'plain' ? whole : whole.replaceAll(/^(?=.)/gm, '> ').replaceAll(/^$/gm, '>');
}

function ownText(
  { text = '', markup, tokens, pieces }: Pick<SourceMessage, 'text' | 'markup' | 'tokens' | 'pieces'>,
  policy: 'convert' | 'plain',
  uidOf: (id: string) => string,
): string {
  if (pieces) return policy === 'plain' ? text : piecesToMarkdown(pieces, uidOf);
  if (markup === undefined) return text;
  const converted = CONVERTERS[markup];
  return policy === 'plain' ? converted.plain(text, uidOf, tokens) : converted.markdown(text, uidOf, tokens);
}

type Converter = (text: string, uidOf: (id: string) => string, tokens?: readonly TextToken[]) => string;

const CONVERTERS: Readonly<Record<Markup, { readonly markdown: Converter; readonly plain: Converter }>> = {
  slack: { markdown: slackToMarkdown, plain: (text, uidOf) => stripMarkup(slackToMarkdown(text, uidOf)) },
  html: { markdown: (text) => htmlToMarkdown(text), plain: (text) => htmlToText(text) },
  discord: {
    markdown: discordToMarkdown,
    plain: (text, uidOf, tokens) => stripMarkup(discordToMarkdown(text, uidOf, tokens)),
  },
};

/** Shorter pieces are not worth a search for a blank. */
const WORD_SHARE = 0.5;

/**
 * Cuts a text into pieces of at most so many bytes of JSON, at the end of a line or a word where there is one in the second
 * half, never inside of a character.
 */
export function splitText(text: string, bytesMax: number): string[] {
  const pieces: string[] = [];
  for (let rest = text; rest !== ''; ) {
    const end = fitting(rest, bytesMax);
    const cut = end < rest.length ? boundary(rest, end) : end;
    pieces.push(rest.slice(0, cut).trimEnd());
    rest = rest.slice(cut).trimStart();
  }
  return pieces.filter((piece) => piece !== '');
}

/** How many UTF-16 units of a text fit into so many bytes of JSON; at least one character. */
function fitting(text: string, bytesMax: number): number {
  let bytes = 0;
  let at = 0;
  for (const character of text) {
    bytes += jsonBytes(character);
    if (bytes > bytesMax && at > 0) return at;
    at += character.length;
  }
  return at;
}

const jsonBytes = (character: string): number => {
  const code = character.codePointAt(0) as number;
  if (code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x5c) return 1;
  return Buffer.byteLength(JSON.stringify(character)) - 2;
};

function boundary(text: string, end: number): number {
  const from = Math.floor(end * WORD_SHARE);
  const part = text.slice(from, end);
  const line = part.lastIndexOf('\n');
  if (line >= 0) return from + line + 1;
  const blank = Math.max(part.lastIndexOf(' '), part.lastIndexOf('\t'));
  return blank >= 0 ? from + blank + 1 : end;
}
