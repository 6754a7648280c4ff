import type { ExportObject } from '../../files/export-rows.ts';
import { number, ownValue, record, records, textValue } from '../../files/values.ts';
import type { SourceFile } from '../../neutral.ts';

/** Words that Telegram writes in place of the path of a file that it has not exported. */
const WITHOUT = [
  [/\((?:File|Photo|Video) not included\./, 'notIncluded'],
  [/\((?:File|Photo|Video) exceeds maximum size\./, 'tooLarge'],
  [/\((?:File|Photo|Video) unavailable,/, 'unavailable'],
] as const;

/** @param folder where the file of the export is, for paths in it; empty or with `/` at its end */
function fileOf(written: unknown, folder: string, known: Partial<SourceFile>): readonly SourceFile[] {
  const path = textValue(written);
  if (path === undefined) return [];
  const [, gone] = WITHOUT.find(([pattern]) => pattern.test(path)) ?? [];
  if (gone !== undefined) return [{ ...known, gone }];
  return [{ ...known, name: known.name ?? path.slice(path.lastIndexOf('/') + 1), path: `${folder}${path}` }];
}

/** The files of a message: a photo, a file of any kind, and the card of a contact. */
export const filesOf = (row: ExportObject, folder: string): readonly SourceFile[] => [
  ...fileOf(row['photo'], folder, { type: 'image/jpeg', size: number(row['photo_file_size']) }),
  ...fileOf(row['file'], folder, {
    name: textValue(row['file_name']),
    type: textValue(row['mime_type']),
    size: number(row['file_size']),
  }),
  ...fileOf(row['contact_vcard'], folder, { type: 'text/vcard' }),
];

const SHOWN: Readonly<Record<string, string>> = {
  sticker: 'sticker',
  voice_message: 'voice message',
  video_message: 'video message',
  video_file: 'video',
  audio_file: 'audio',
  animation: 'animation',
};

/** The text shown for a message that has none of its own; undefined if its files show it. */
export function shownInstead(row: ExportObject, files: readonly SourceFile[]): string | undefined {
  const content = contactText(row) ?? placeText(row) ?? pollText(row) ?? thingText(row);
  if (content !== undefined) return content;
  const gone = files.find((file) => file.gone !== undefined);
  if (!gone || files.some((file) => file.gone === undefined)) return undefined;
  const kind = textValue(row['media_type']) ?? '';
  if (kind === 'sticker' && textValue(row['sticker_emoji']) !== undefined)
    return textValue(row['sticker_emoji']);
  const name = gone.name ?? ownValue(SHOWN, kind) ?? (row['photo'] === undefined ? 'file' : 'photo');
  return `[${name}]`;
}

function contactText(row: ExportObject): string | undefined {
  const contact = record(row['contact_information']);
  if (!contact) return undefined;
  const name = [textValue(contact['first_name']), textValue(contact['last_name'])].filter(Boolean).join(' ');
  return [name, textValue(contact['phone_number'])].filter(Boolean).join(', ') || '[contact]';
}

function placeText(row: ExportObject): string | undefined {
  const point = record(row['location_information']);
  const names = [textValue(row['place_name']), textValue(row['address'])];
  if (!point && row['location_information'] !== null && names.every((name) => name === undefined))
    return undefined;
  const at = point ? [number(point['latitude']), number(point['longitude'])].join(', ') : undefined;
  return [...names, at].filter(Boolean).join(', ') || '[location]';
}

function pollText(row: ExportObject): string | undefined {
  const poll = record(row['poll']);
  if (!poll) return undefined;
  const answers = records(poll['answers']).flatMap(({ text }) => textValue(text) ?? []);
  return [textValue(poll['question']) ?? 'Poll', ...answers.map((answer) => `- ${answer}`)].join('\n');
}

/** Games, invoices, lists of things to do and the like. */
function thingText(row: ExportObject): string | undefined {
  const invoice = record(row['invoice_information']);
  return (
    textValue(row['game_title']) ??
    (invoice ? (textValue(invoice['title']) ?? '[invoice]') : undefined) ??
    THINGS.find(([name]) => record(row[name]))?.[1]
  );
}
const THINGS = [
  ['giveaway_information', '[giveaway]'],
  ['giveaway_results', '[giveaway]'],
  ['todo_list', '[list]'],
  ['paid_media', '[media]'],
] as const;
