import type { ExportObject } from '../../files/export-rows.ts';
import { list, record, records, textValue } from '../../files/values.ts';

/**
 * The text that people see of a message, in Slack's markup: its text, or that of its blocks; then what programs and forwarded
 * messages have attached. The preview of a link is left out: the link is in the text.
 */
export function textOf(row: ExportObject): string {
  const attached = row['attachments'];
  const written = textValue(row['text']);
  const isShown = written !== undefined && !UNSHOWN.test(written);
  const own = isShown || row['blocks'] === undefined ? written : blocksText(row['blocks']) || written;
  if (attached === undefined) return own ?? '';
  const parts = records(attached).flatMap((attachment) =>
    own === undefined || !isPreview(attachment) ? attachmentText(attachment) : [],
  );
  return [own ?? '', ...parts].filter((part) => part !== '').join('\n');
}

/** Words that Slack writes as the text of a message that a program has made of blocks alone. */
const UNSHOWN = /^This (?:content|message) can.t be displayed\.?$/;

const isPreview = (attachment: ExportObject): boolean =>
  attachment['is_msg_unfurl'] !== true &&
  attachment['is_share'] !== true &&
  (attachment['from_url'] !== undefined || attachment['original_url'] !== undefined);

function attachmentText(attachment: ExportObject): string {
  const of = (name: string): string => textValue(attachment[name]) ?? '';
  const link = of('title_link') || of('image_url');
  const title = link && of('title') ? `<${link}|${label(of('title'))}>` : of('title') || link;
  const fields = records(attachment['fields']).map(({ title: name, value }) =>
    [textValue(name), textValue(value)].filter(Boolean).join(': '),
  );
  const body = of('text') || blocksText(attachment['blocks'] ?? attachment['message_blocks']);
  const shown = [of('pretext'), title, body, ...fields].filter((line) => line !== '').join('\n');
  const whole = shown || of('fallback');
  const isForwarded = attachment['is_msg_unfurl'] === true || attachment['is_share'] === true;
  return isForwarded ? quoted(whole, of('author_name')) : whole;
}

/** A label ends where its link ends. */
const label = (title: string): string => title.replaceAll('>', '&gt;').replaceAll('\n', ' ');

const quoted = (whole: string, author: string): string =>
  [...(author ? [`${author}:`] : []), ...whole.split('\n')].map((line) => `> ${line}`).join('\n');

/** Deeper blocks are none of Slack's. */
const DEPTH_MAX = 12;

/** The text of blocks: what their texts and elements say, a block a line. */
function blocksText(blocks: unknown, depth = 0): string {
  if (depth > DEPTH_MAX) return '';
  return list(blocks)
    .map((each) => blockText(record(each), depth))
    .filter((line) => line.trim() !== '')
    .join('\n');
}

function blockText(block: ExportObject | undefined, depth: number): string {
  if (!block) return '';
  switch (block['type']) {
    case 'rich_text':
      return blocksText(block['elements'], depth + 1);
    case 'rich_text_list':
      return list(block['elements'])
        .map((each) => `• ${blockText(record(each), depth + 1)}`)
        .join('\n');
    case 'rich_text_quote':
      return quoted(inlineText(block['elements']), '');
    case 'rich_text_preformatted':
      return `\`\`\`\n${inlineText(block['elements'])}\n\`\`\``;
    case 'rich_text_section':
    case 'context':
      return inlineText(block['elements']);
    case 'image':
      return textValue(record(block['title'])?.['text']) ?? textValue(block['alt_text']) ?? '';
    default:
      // Sections and headers; those with a message inside have blocks of their own.
      return [
        textValue(record(block['text'])?.['text']) ?? '',
        ...list(block['fields']).map((field) => textValue(record(field)?.['text']) ?? ''),
        blocksText(record(block['message'])?.['blocks'], depth + 1),
      ]
        .filter((line) => line !== '')
        .join('\n');
  }
}

const inlineText = (elements: unknown): string => records(elements).map(elementText).join('');

function elementText(element: ExportObject): string {
  const of = (name: string): string => textValue(element[name]) ?? '';
  switch (element['type']) {
    case 'text':
      return styled(escaped(of('text')), record(element['style']));
    case 'link':
      return of('text') ? `<${of('url')}|${label(escaped(of('text')))}>` : `<${of('url')}>`;
    case 'user':
      return `<@${of('user_id')}>`;
    case 'channel':
      return `<#${of('channel_id')}>`;
    case 'usergroup':
      return `<!subteam^${of('usergroup_id')}>`;
    case 'broadcast':
      return `<!${of('range')}>`;
    case 'emoji':
      return `:${of('name')}:`;
    case 'date':
      return of('fallback');
    default:
      return of('text') || of('alt_text');
  }
}

/** The three characters that Slack's markup escapes. */
const escaped = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function styled(plain: string, style: ExportObject | undefined): string {
  if (!style || plain.trim() !== plain || plain === '') return plain;
  if (style['code'] === true) return `\`${plain}\``;
  const marks = [
    ['bold', '*'],
    ['italic', '_'],
    ['strike', '~'],
  ] as const;
  return marks.reduce((shown, [name, mark]) => (style[name] === true ? mark + shown + mark : shown), plain);
}
