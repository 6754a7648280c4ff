import { folded, widthOf } from './width.ts';

/** Moves the cursor, or draws over what is there: such text has its own width. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what such text is made of
const DRAWN = /\r|\u001b\[[\d;?]*[A-HJKSTfhlsu]/;

/** A command to copy: at the start of a line, or after two spaces. Styles may stand before it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: a style is made of one
const COMMAND = /(?:^| {2})(?:\u001b\[\d+m)*(?:npx )?chatferry /;

/** JSON, or a script for a shell: what reads it takes lines as they are. */
const FOR_PROGRAMS = /^\s*[{[#]/;

/**
 * A text whose lines take at most `columns` cells, broken between words; a command that is broken can still be copied.
 * @param columns undefined if lines are not broken, as in a file
 */
export function foldText(text: string, columns: number | undefined): string {
  if (columns === undefined || text.length <= columns || DRAWN.test(text) || FOR_PROGRAMS.test(text))
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
  // One cell and a space for the mark that a command goes on.
  const lines = folded(line, columns - 2, indent);
  let length = 0;
  return lines
    .map((each, index) => {
      length += each.trim().length + 1;
      const isInside = length > command.index + 'chatferry '.length && index < lines.length - 1;
      return isInside ? `${each} \\` : each;
    })
    .join('\n');
}
