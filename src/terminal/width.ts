import { createRequire } from 'node:module';
import type { Style } from './style.ts';

// Loaded for texts beyond ASCII: with its tables of emoji it takes as long as a small dry run.
const load = createRequire(import.meta.url);

type Library = typeof import('string-width');
let library: Library | undefined;
const stringWidth = (text: string): number => {
  library ??= load('string-width') as Library;
  return library.default(text);
};

const ASCII = /^[ -~]*$/;

/** A colour or another style of `style.ts`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a style is made of
const STYLED = /(\u001b\[\d+m)/;

let graphemes: Intl.Segmenter | undefined;

/** Clusters that a reader sees as one character each. The segmenter is made when it is needed: that takes longer than most modules do. */
function clusters(text: string): string[] {
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Cells of a terminal that a text takes; styles and control characters take none. */
export const widthOf = (text: string): number => (ASCII.test(text) ? text.length : stringWidth(text));

/** As much of a text as fits into `cells`, with an ellipsis where some is cut; styles of what is cut still end. */
export function fitted(text: string, cells: number): string {
  if (widthOf(text) <= cells) return text;
  let room = cells - 1;
  let shown = '';
  for (const [index, part] of text.split(STYLED).entries()) {
    if (index % 2 === 1) {
      shown += part;
      continue;
    }
    for (const cluster of clusters(part)) {
      const width = widthOf(cluster);
      if (width > room) {
        // Nothing narrow may follow what did not fit.
        if (room >= 0) shown += '…';
        room = -1;
        break;
      }
      room -= width;
      shown += cluster;
    }
  }
  return shown;
}

/** A text in lines of at most `cells`, cut between words; lines after the first begin with `indent`. A longer word stays whole. */
export function wrapped(text: string, cells: number, indent: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<=\S)(?= )/)) {
    if (line.trim() !== '' && widthOf(line) + widthOf(word) > cells) {
      lines.push(line);
      line = indent + word.trimStart();
    } else line += word;
  }
  return [...lines, line];
}

/** Matches spaces inside a number, after its sign and before its unit, where a line must not break. */
const INSIDE = /(?<= [-+=*!≥]) (?=\d)|(?<=\d) (?=\d{3}(?!\d)|[hms]\b|× )|(?<=×) /g;

/**
 * A text in lines of at most `columns` cells, cut between words and outside numbers.
 * @param columns undefined if lines are not cut, as in a file
 */
export function folded(text: string, columns: number | undefined, indent = '    '): string[] {
  if (columns === undefined) return [text];
  const whole = text.replaceAll(INSIDE, '\u00a0');
  return wrapped(whole, columns, indent).map((line) => line.replaceAll('\u00a0', ' '));
}

/** The next command under a result, in a line of its own where it is long; `foldText` may break it so that it can be copied. */
export function nextStepLines(next: string, style: Style, columns = Number.POSITIVE_INFINITY): string[] {
  const label = '  next      ';
  return widthOf(label + next) <= columns
    ? [label + style.bold(next)]
    : [label.trimEnd(), `    ${style.bold(next)}`];
}

/** Rows of a terminal that a text takes. */
export const screenRows = (text: string, columns: number): number =>
  text
    .trimEnd()
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / columns)), 0);

/** Moves the cursor, or draws over what is there: such text has its own width. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what such text is made of
const DRAWN = /\r|\u001b\[[\d;?]*[A-HJKSTfhlsu]/;

/** A command to copy: at the start of a line, after two spaces or an arrow. Styles may stand before it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a style is made of one
const COMMAND = /(?:^| {2}|→ )(?:\u001b\[\d+m)*(?:npx )?chatferry /;

/** JSON, which a program may read also where nobody has typed `--json`: the events of a run. */
const JSON_TEXT = /^\s*[{[]/;

/**
 * A text whose lines take at most `columns` cells, broken between words; a command that is broken can still be copied.
 * @param columns undefined if lines are not broken, as in a file
 */
export function foldText(text: string, columns: number | undefined): string {
  if (columns === undefined || text.length <= columns || DRAWN.test(text) || JSON_TEXT.test(text))
    return text;
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= columns ? line : foldLine(line, columns)))
    .join('\n');
}

function foldLine(line: string, columns: number): string {
  const indent = ' '.repeat(Math.min(columns / 2, line.search(/\S|$/) + 2));
  const command = COMMAND.exec(line);
  if (!command) return folded(line, columns, indent).join('\n');
  const begins = line.indexOf('chatferry', command.index);
  // One cell and a space for the mark that a command goes on.
  const lines = folded(line, columns - 2, indent);
  let end = 0;
  return lines
    .map((each, index) => {
      end = line.indexOf(each.trim(), end) + each.trim().length;
      return end > begins && index < lines.length - 1 ? `${each} \\` : each;
    })
    .join('\n');
}
