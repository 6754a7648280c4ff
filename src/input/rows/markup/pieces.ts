import { escapeMarkdown } from './escape-markdown.ts';

/** A piece of a text, with the style that the old system keeps beside it. */
export type TextPiece = {
  readonly text: string;
  readonly style?: PieceStyle | undefined;
  /** The address of a `link`, the language of a `block` of code, the id of the person of a `mention`. */
  readonly of?: string | undefined;
};
export type PieceStyle =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'code'
  | 'block'
  | 'quote'
  | 'link'
  | 'mention'
  | 'auto';

const MARKS = { bold: '**', italic: '*', strike: '~~' } as const;
const FENCE_MIN = 3;

/** Pieces of text as Markdown; a mention of a person becomes `<@uid:…>`. Text without any style stays as it is. */
export function piecesToMarkdown(pieces: readonly TextPiece[], uidOf: (id: string) => string): string {
  const isStyled = pieces.some(({ style }) => style !== undefined && style !== 'auto');
  let out = '';
  for (const [index, piece] of pieces.entries()) {
    const written = isStyled ? pieceText(piece, uidOf) : piece.text;
    if (!isBlock(piece)) {
      out += afterBlock(pieces[index - 1], out, written);
      continue;
    }
    out += `${out === '' || out.endsWith('\n') ? '' : '\n'}${written}`;
  }
  return out;
}

const isBlock = ({ style, text }: TextPiece): boolean =>
  style === 'block' || style === 'quote' || (style === 'code' && text.includes('\n'));

/** What comes after a block begins a line; after a quote an empty one is between, or it would go on. */
function afterBlock(before: TextPiece | undefined, out: string, written: string): string {
  if (!before || !isBlock(before) || written === '' || out === '') return written;
  const rest = written.replace(/^\n+/, '');
  if (rest === '') return written;
  return `${before.style === 'quote' ? '\n\n' : '\n'}${rest}`;
}

function pieceText({ text, style, of }: TextPiece, uidOf: (id: string) => string): string {
  switch (style) {
    case undefined:
      return escapeMarkdown(text);
    case 'auto':
      return text;
    case 'bold':
    case 'italic':
    case 'strike':
      return marked(text, MARKS[style]);
    case 'code':
      return text.includes('\n') ? fenced(text, '') : inlineCode(text);
    case 'block':
      return fenced(text, of ?? '');
    case 'quote':
      return text
        .replace(/\n+$/, '')
        .split('\n')
        .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
        .join('\n');
    case 'link':
      return linked(text, of ?? '');
    case 'mention':
      return of === undefined ? escapeMarkdown(text) : `<@uid:${uidOf(of)}>`;
  }
}

/** Marks stand at words, and end with their line. */
const marked = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => {
      const inner = line.trim();
      if (inner === '') return line;
      const at = line.indexOf(inner);
      const [before, after] = [line.slice(0, at), line.slice(at + inner.length)];
      return `${before}${mark}${escapeMarkdown(inner)}${mark}${after}`;
    })
    .join('\n');

/** The length of the longest run of backticks. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);

function inlineCode(text: string): string {
  if (text.trim() === '') return text;
  const run = longestRun(text);
  const ticks = '`'.repeat(run === 1 ? 2 : run === 0 ? 1 : run + 1);
  const pad = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(FENCE_MIN, longestRun(text) + 1));
  return `${fence}${language.replaceAll(/[`\s]/g, '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** A link to anything but a page or a mail address is its text. */
function linked(text: string, address: string): string {
  const label = escapeMarkdown(text.replaceAll('\n', ' ')).replaceAll(/(?<!\\)[[\]]/g, '\\$&');
  if (!/^(?:https?|mailto):/i.test(address) || text.trim() === '') return escapeMarkdown(text);
  const url = address
    .trim()
    .replaceAll(/[\s()<>\\]/g, (char) =>
      char === '(' ? '%28' : char === ')' ? '%29' : encodeURIComponent(char),
    );
  return text === address ? address : `[${label}](${url})`;
}
