import type { JsonRow } from '../../files/export-rows.ts';
import { list, record, text } from '../../files/values.ts';

/** The embeds of a message: what programs post, and previews of links. */
export const embedsOf = (row: JsonRow | undefined): readonly JsonRow[] =>
  list(row?.['embeds'])
    .map(record)
    .filter((embed) => embed !== undefined);

/** The text of embeds. */
export const embedsText = (embeds: readonly JsonRow[]): string =>
  embeds
    .map(embedText)
    .filter((each) => each !== '')
    .join('\n\n');

function embedText(embed: JsonRow): string {
  const of = (name: string): string => text(embed[name])?.trim() ?? '';
  const fields = list(embed['fields']).map((each) => {
    const field = record(each);
    return [text(field?.['name'])?.trim(), text(field?.['value'])?.trim()].filter(Boolean).join(': ');
  });
  const lines = [
    text(record(embed['author'])?.['name'])?.trim() ?? '',
    titleOf(of('title'), of('url')),
    of('description'),
    ...fields,
    text(record(embed['footer'])?.['text'])?.trim() ?? '',
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines.join('\n') : pictureOf(embed);
}

const titleOf = (title: string, url: string): string =>
  title === '' || url === ''
    ? title || url
    : `[${title.replaceAll(/[[\]\\]/g, '\\$&').replaceAll('\n', ' ')}](${url})`;

/** The address of an embed that is a picture alone, as it was before Discord made a copy. */
function pictureOf(embed: JsonRow): string {
  const pictures = [embed['image'], ...list(embed['images']), embed['thumbnail'], embed['video']];
  for (const each of pictures) {
    const picture = record(each);
    const url = text(picture?.['canonicalUrl']) ?? text(picture?.['url']);
    if (url !== undefined) return url;
  }
  return '';
}

/** True if an embed is the preview of a link that stands in a text. */
export function isPreview(embed: JsonRow, content: string): boolean {
  const url = text(embed['url']);
  return url !== undefined && content.includes(url);
}
