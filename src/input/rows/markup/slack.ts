/** One piece of Slack's markup: code, which stays as it is; a token in angle brackets; bold; struck text. */
const PIECES =
  /```[\s\S]*?```|`[^`\n]+`|<([^<>\n]+)>|(?<![A-Za-z0-9*])\*(?=\S)([^*\n]*[^*\s])\*(?![A-Za-z0-9*])|(?<![A-Za-z0-9~])~(?=\S)([^~\n]*[^~\s])~(?![A-Za-z0-9~])/g;

/**
 * A message's text in Slack's markup as Markdown: bold, struck text, links, and the names of channels. A mention of a
 * person becomes `<@uid:…>`.
 */
export function slackToMarkdown(text: string, uidOf: (id: string) => string): string {
  const shown = plain(text, uidOf);
  return shown.includes('•') ? shown.replaceAll(/^([^\S\r\n\u2028\u2029]*)•\s+/gm, '$1- ') : shown;
}

function plain(text: string, uidOf: (id: string) => string): string {
  if (!/[<*~&`]/.test(text)) return text;
  let out = '';
  let at = 0;
  for (const match of text.matchAll(PIECES)) {
    const [piece, token, bold, struck] = match;
    out += withoutEntities(text.slice(at, match.index));
    at = match.index + piece.length;
    if (token !== undefined) out += tokenText(token, uidOf);
    else if (bold !== undefined) out += `**${plain(bold, uidOf)}**`;
    else if (struck !== undefined) out += `~~${plain(struck, uidOf)}~~`;
    else out += withoutEntities(piece);
  }
  return out + withoutEntities(text.slice(at));
}

/** Slack escapes these three characters and no others. */
const withoutEntities = (text: string): string =>
  !text.includes('&') ? text : text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

function tokenText(token: string, uidOf: (id: string) => string): string {
  const bar = token.indexOf('|');
  const target = bar < 0 ? token : token.slice(0, bar);
  const label = bar < 0 ? '' : withoutEntities(token.slice(bar + 1));
  switch (token[0]) {
    case '@':
      return `<@uid:${uidOf(target.slice(1))}>`;
    case '#':
      return `#${(label || target.slice(1)).replace(/^#/, '')}`;
    case '!':
      return label || `@${target.slice(1).split('^', 1)[0]}`;
    default:
      return linkText(withoutEntities(target), label);
  }
}

/** An address without a label, or with itself as its label, is written as it is. */
function linkText(url: string, label: string): string {
  const isOwn = label === '' || url === label || url === `mailto:${label}` || url === `http://${label}`;
  if (isOwn)
    return label === ''
      ? url.replace(/^mailto:/, '')
      : label.includes('://')
        ? label
        : url.replace(/^mailto:/, '');
  return `[${label}](${url})`;
}
