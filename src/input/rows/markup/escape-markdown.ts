const isBlank = (char: string | undefined): boolean => char === undefined || /\s/.test(char);
const isWord = (char: string | undefined): boolean => char !== undefined && /[\p{L}\p{N}]/u.test(char);

/** True if a character of a text would be read as markup where it stands. */
function isMarkup(text: string, at: number): boolean {
  const before = text[at - 1];
  const after = text[at + 1];
  switch (text[at]) {
    case '`':
      return true;
    case '\\':
      return after === undefined || /[!-/:-@[-`{-~]/.test(after);
    case '*':
      return !(isBlank(before) && isBlank(after));
    case '_':
      return !(isBlank(before) && isBlank(after)) && !(isWord(before) && isWord(after));
    case '~':
      return before === '~' || after === '~';
    case ']':
      return after === '(' || after === '[' || after === ':';
    case '<':
      return after !== undefined && /[a-z/!?]/i.test(after);
    case '&':
      return /^&#?\w+;/.test(text.slice(at, at + 40));
    default:
      return false;
  }
}

/** Text as Markdown that shows exactly this text; for text inside a line. */
export const escapeInline = (text: string): string =>
  text.replaceAll(/[`\\*_~\]<&]/g, (char, at: number) => (isMarkup(text, at) ? `\\${char}` : char));

/** Markdown whose first characters would begin a heading, a quote, a list or a line, as text. */
export const escapeLineStart = (line: string): string =>
  line.replace(
    /^(\s{0,3})(?:(\d{1,9})(?=[.)](?:\s|$))|(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|[-=]+\s*$|~~~))/,
    '$1$2\\',
  );

/** Text of any number of lines as Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .split('\n')
    .map((line) => escapeLineStart(escapeInline(line)))
    .join('\n');

/** An address as it stands in a link. */
export const escapeAddress = (url: string): string =>
  url.replaceAll(/[\s()<>\\]/g, (char) =>
    char === '(' ? '%28' : char === ')' ? '%29' : encodeURIComponent(char),
  );

/** The length of the longest run of backticks. */
const longestRun = (text: string): number =>
  (text.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);

/** The line before and after lines of code. */
export const fenceOf = (code: string): string => '`'.repeat(Math.max(3, longestRun(code) + 1));

/** Code inside a line. */
export function inlineCode(code: string): string {
  const run = longestRun(code);
  const ticks = '`'.repeat(run === 1 ? 2 : run === 0 ? 1 : run + 1);
  const pad = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
  return `${ticks}${pad}${code}${pad}${ticks}`;
}
