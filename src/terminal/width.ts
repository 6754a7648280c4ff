/** Characters that take two cells of a terminal: East Asian wide and full-width ones, and emoji. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Emoji}\ufe0f|\p{Regional_Indicator})/u;
/** What is drawn onto the character before it. */
const NOTHING = /^(?:\p{Mn}|\p{Me}|\u200b|\u200c|\u200d|\u2060)/u;
/** Text that needs no closer look. */
const PLAIN = /^[ -~]*$/;
/** A colour or another style of `style.ts`: one cell wide at most by accident. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what a style is made of
const STYLED = /(\u001b\[\d+m)/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const clusters = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);
const clusterWidth = (cluster: string): number => (NOTHING.test(cluster) ? 0 : WIDE.test(cluster) ? 2 : 1);

/** Cells of a terminal that a text takes; styles take none. */
export function widthOf(text: string): number {
  if (PLAIN.test(text)) return text.length;
  return text
    .split(STYLED)
    .filter((_, index) => index % 2 === 0)
    .reduce(
      (sum, part) => sum + clusters(part).reduce((width, cluster) => width + clusterWidth(cluster), 0),
      0,
    );
}

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
      const width = clusterWidth(cluster);
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
