import { isAbsolute, posix, win32 } from 'node:path';
import { meant } from '../../../input/rows/forms/copied-address.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { number, ownValue, records, textValue } from '../../files/values.ts';
import type { SourceFile, SourcePicture } from '../../neutral.ts';

/** Folder of a document, and which files are beside it. */
export type Folder = {
  /** The path of the document in the export. */
  readonly name: string;
  /** True if the export has a file at a path. */
  has(path: string): boolean;
};

/** Discord's stores of files that people sent: their addresses stop working after a day. */
const EXPIRING = /^https?:\/\/(?:cdn|media)\.discordapp\.(?:com|net)\/(?:ephemeral-)?attachments\//i;
const WEB = /^https?:\/\//i;

/** An address as it stands in an export: of the web, or the path of a file that the exporter has fetched. */
function placeOf(
  address: string | undefined,
  folder: Folder,
): Pick<SourceFile, 'url' | 'privateUrl' | 'path'> {
  if (address === undefined) return {};
  if (WEB.test(address)) return EXPIRING.test(address) ? { privateUrl: address } : { url: address };
  return { path: pathOf(address, folder) };
}

/** The place of the picture of a person or a channel in the export, if the exporter has fetched it. */
export const pictureOf = (address: string | undefined, folder: Folder): SourcePicture =>
  address === undefined || WEB.test(address) ? {} : { path: pathOf(address, folder) };

/** The path of a fetched file in the export. The exporter writes one from its document, or where it is on its machine. */
function pathOf(address: string, { name, has }: Folder): string {
  const parts = address.replaceAll('\\', '/');
  if (!isAbsolute(parts) && !win32.isAbsolute(address)) {
    const path = posix.join(posix.dirname(name), parts).replace(/^(?:\.\.\/)+/, '');
    return has(path) || !has(meant(path)) ? path : meant(path);
  }
  const names = parts.split('/').filter((each) => each !== '' && !each.endsWith(':'));
  for (let at = 0; at < names.length; at++) {
    const end = names.slice(at).join('/');
    if (has(end)) return end;
  }
  return names.slice(-2).join('/');
}

/** The files that people attached to a message. */
export const attachmentsOf = (row: ExportObject | undefined, folder: Folder): readonly SourceFile[] =>
  records(row?.['attachments']).map((file) => ({
    name: textValue(file['fileName']),
    size: number(file['fileSizeBytes']),
    ...placeOf(textValue(file['url']), folder),
  }));

/** A sticker: a picture with a name, or an animation that is no picture. */
export type Sticker = { readonly name: string; readonly file?: SourceFile; readonly row: ExportObject };

/** An animation of vectors, which shows nothing without a program of its own. */
const LOTTIE = new Set(['Lottie', '3']);
const TYPES: Readonly<Record<string, string>> = {
  Png: 'image/png',
  Apng: 'image/apng',
  Gif: 'image/gif',
  1: 'image/png',
  2: 'image/apng',
  4: 'image/gif',
};

export const stickersOf = (row: ExportObject | undefined, folder: Folder): readonly Sticker[] =>
  records(row?.['stickers']).map((sticker) => {
    const name = textValue(sticker['name']) ?? 'sticker';
    const format = textValue(sticker['format']) ?? '';
    const place = placeOf(textValue(sticker['sourceUrl']), folder);
    const isPicture = !LOTTIE.has(format) && Object.keys(place).length > 0;
    const file = { name, type: ownValue(TYPES, format), ...place };
    return { name, row: sticker, ...(isPicture ? { file } : {}) };
  });
