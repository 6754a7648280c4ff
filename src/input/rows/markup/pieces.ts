import { escapeAddress, escapeMarkdown, fenceOf, inlineCode } from './escape-markdown.ts';

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

/** Pieces of text as Markdown; a mention of a person becomes `<@uid:…>`. Text without any style stays as it is. */
export function piecesToMarkdown(pieces: readonly TextPiece[], uidOf: (id: string) => string): string {
  const isStyled = pieces.some(({ style }) => style !== undefined && style !== 'auto');
  const out: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const written = isStyled ? pieceText(piece, uidOf) : piece.text;
    const last = out.at(-1);
    const next = isBlock(piece)
      ? `${last === undefined || last.endsWith('\n') ? '' : '\n'}${written}`
      : afterBlock(pieces[index - 1], last === undefined, written);
    if (next !== '') out.push(next);
  }
  return out.join('');
}

const isBlock = ({ style, text }: TextPiece): boolean =>
  style === 'block' || style === 'quote' || (style === 'code' && text.includes('\n'));

/**
 * Begins a line with the text that comes after a block; after a quote an empty one is between, or it would go on.
 */
function afterBlock(before: TextPiece | undefined, isFirst: boolean, written: string): string {
  if (!before || !isBlock(before) || written === '' || isFirst) return written;
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
      return text.includes('\n') ? fenced(text, '') : text.trim() === '' ? text : inlineCode(text);
    case 'block':
      return fenced(text, of ?? '');
    case 'quote':
      return withoutLastBreaks(text)
        .split('\n')
        .map((line) => `> ${escapeMarkdown(line)}`.trimEnd())
        .join('\n');
    case 'link':
      return linked(text, of ?? '');
    case 'mention':
      return of === undefined ? escapeMarkdown(text) : `<@uid:${uidOf(of)}>`;
  }
}

function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end--;
  return text.slice(0, end);
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

function fenced(text: string, language: string): string {
  const fence = fenceOf(text);
  return `${fence}${language.replaceAll(/[`\s]/g, '')}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** A link to anything but a page or a mail address is its text. */
function linked(text: string, address: string): string {
  const label = escapeMarkdown(text.replaceAll('\n', ' ')).replaceAll(/(?<!\\)[[\]]/g, '\\$&');
  if (!/^(?:https?|mailto):/i.test(address) || text.trim() === '') return escapeMarkdown(text);
  return text === address ? address : `[${label}](${escapeAddress(address.trim())})`;
}
