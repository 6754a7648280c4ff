import { libraryOf } from '../library.ts';

type Library = typeof import('markdown-it').default;
type Parser = InstanceType<Library>;
type Token = ReturnType<Parser['parse']>[number];

const library = libraryOf<Library>('markdown-it');
let parser: Parser | undefined;
function markdownIt(): Parser {
  parser ??= new (library())('default', { html: true, linkify: false, typographer: false });
  return parser;
}

/** Longer texts stay as they are: no message holds them, and some take long to parse. */
const CHARS_MAX = 100_000;

/** Markdown as plain text: without emphasis, headings and fences; of links the text stays, of lists their markers. */
export function stripMarkup(markdown: string): string {
  if (markdown.length > CHARS_MAX || !/[\\`*_~[\]<>&#!\-+=|]|\d[.)]/.test(markdown)) return markdown;
  const lines: string[] = [];
  const lists: (number | undefined)[] = [];
  let marker = '';
  for (const token of markdownIt().parse(markdown, {})) {
    if (token.type === 'ordered_list_open') lists.push(Number(token.attrGet('start') ?? 1));
    else if (token.type === 'bullet_list_open') lists.push(undefined);
    else if (token.type.endsWith('_list_close')) lists.pop();
    else if (token.type === 'list_item_open') {
      const number = lists.at(-1);
      marker = '  '.repeat(lists.length - 1) + (number === undefined ? '- ' : `${number}. `);
      if (number !== undefined) lists[lists.length - 1] = number + 1;
    }
    const text = blockText(token);
    if (text === undefined) continue;
    // A paragraph of a list, or a row of a table, goes on a line of its own; other blocks have an empty line between.
    if (lines.length > 0) lines.push(lists.length > 0 && marker !== '' ? '\n' : '\n\n');
    lines.push(marker + text);
    marker = '';
  }
  return lines.join('');
}

/** The text of a block's tokens; undefined for those that hold none. */
function blockText(token: Token): string | undefined {
  if (token.type === 'inline') return inlineText(token.children ?? []);
  if (token.type === 'fence' || token.type === 'code_block') return token.content.replace(/\n$/, '');
  return undefined;
}

function inlineText(tokens: readonly Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'softbreak' || token.type === 'hardbreak') text += '\n';
    else if (token.type === 'image') text += inlineText(token.children ?? []);
    else if (token.type !== 'html_inline') text += token.content;
  }
  return text;
}
