import type { ExportObject } from '../../files/export-rows.ts';
import { list, record, textValue } from '../../files/values.ts';

/** The embeds of a message: what programs post, and previews of links. */
export const embedsOf = (row: ExportObject | undefined): readonly ExportObject[] =>
  list(row?.['embeds'])
    .map(record)
    .filter((embed) => embed !== undefined);

/** The text of embeds. */
export const embedsText = (embeds: readonly ExportObject[]): string =>
  embeds
    .map(embedText)
    .filter((each) => each !== '')
    .join('\n\n');

function embedText(embed: ExportObject): string {
  const of = (name: string): string => textValue(embed[name])?.trim() ?? '';
  const fields = list(embed['fields']).map((each) => {
    const field = record(each);
    return [textValue(field?.['name'])?.trim(), textValue(field?.['value'])?.trim()]
      .filter(Boolean)
      .join(': ');
  });
  const lines = [
    textValue(record(embed['author'])?.['name'])?.trim() ?? '',
    titleOf(of('title'), of('url')),
    of('description'),
    ...fields,
    textValue(record(embed['footer'])?.['text'])?.trim() ?? '',
  ].filter((line) => line !== '');
  return lines.length > 0 ? lines.join('\n') : pictureOf(embed);
}

const titleOf = (title: string, url: string): string =>
  title === '' || url === ''
    ? title || url
    : `[${title.replaceAll(/[[\]\\]/g, '\\$&').replaceAll('\n', ' ')}](${url})`;

/** The address of an embed that is a picture alone, as it was before Discord made a copy. */
function pictureOf(embed: ExportObject): string {
  const pictures = [embed['image'], ...list(embed['images']), embed['thumbnail'], embed['video']];
  for (const each of pictures) {
    const picture = record(each);
    const url = textValue(picture?.['canonicalUrl']) ?? textValue(picture?.['url']);
    if (url !== undefined) return url;
  }
  return '';
}

/** True if an embed is the preview of a link that stands in a text. */
export function isPreview(embed: ExportObject, content: string): boolean {
  const url = textValue(embed['url']);
  return url !== undefined && content.includes(url);
}
