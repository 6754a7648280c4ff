import { RunError } from '../../../errors/run-error.ts';
import { type Detected, type ExportReader, rejectedAs } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { type JsonRows, passJson } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';
import { discordFiles, inOrder, isFetched, MESSAGES } from './documents.ts';
import { discordToMarkdown } from './markup.ts';
import { messageFrom } from './messages.ts';
import { PeoplePass, shapeOf } from './people.ts';

/** Exports of Discord as DiscordChatExporter writes them: a JSON document for each channel, or for each part of one. */
export const discord: ExportReader = {
  system: 'discord',
  markups: { discord: { markdown: discordToMarkdown } },
  label: 'Discord',
  // Discord's own are unique, those of an export that somebody has made anonymous need not be.
  idsPerConversation: true,

  async detect(files, shape): Promise<Detected | undefined> {
    const documents = await discordFiles(files, shape !== undefined);
    if (documents.length === 0) {
      await refuseOtherForms(files);
      return undefined;
    }
    const channels = new Set(documents.map(({ header }) => textValue(header?.channel['id'])));
    return {
      variant: `${counted(documents.length, 'JSON document')} of DiscordChatExporter, ${counted(channels.size, 'channel')}`,
    };
  },

  async readPeople(input, sink) {
    const shape = shapeOf(input.shape);
    const documents = await inOrder(await discordFiles(input.files, true), input);
    const names = await new PeoplePass(input, sink, shape).read(documents);
    const has = (path: string): boolean => input.files.at(path) !== undefined;
    return async (messages) => {
      for (const { file, header } of documents) {
        const conversation = textValue(header?.channel['id']) ?? '';
        const context = { conversation, names, folder: { name: file.name, has } };
        const row: JsonRows['row'] = (found, place) => messages.message(messageFrom(found, context), place);
        await passJson(file, { rows: MESSAGES, row, unreadable: rejectedAs('messages', messages) }, input);
      }
    };
  },
};

const counted = (count: number, of: string): string => `${count} ${of}${count === 1 ? '' : 's'}`;

/** The other formats of DiscordChatExporter, which have neither ids of messages nor of channels. */
const FORMS = [
  ['CSV', [/^\ufeff?"?AuthorID"?,"?Author"?,"?Date"?,"?Content"?,/]],
  ['HTML', [/<html/, /\bchatlog__/]],
  ['plain text', [/^\ufeff?={20,}\r?\nGuild: [^\n]*\nChannel: /]],
] as const;

/** Files that may be an export of something else. */
const DATA = /\.(?:json|jsonl|ndjson|csv|tsv|sql|db|sqlite)(?:\.\w+)?$/i;

/**
 * Refuses an export in a format that cannot be read; nothing is said of one that has other data, too.
 * @throws RunError `EXPORT.FORM_UNSUPPORTED`
 */
async function refuseOtherForms(files: ExportFiles): Promise<void> {
  let refused: readonly [file: string, form: string] | undefined;
  for (const file of files.all) {
    if (isFetched(file)) continue;
    const head = await files.head(file);
    const form = FORMS.find(([, patterns]) => patterns.every((pattern) => pattern.test(head)))?.[0];
    if (form !== undefined) refused ??= [file.name, form];
    else if (DATA.test(file.name)) return;
  }
  if (!refused) return;
  const [file, form] = refused;
  throw new RunError(
    'EXPORT.FORM_UNSUPPORTED',
    `${file} is the ${form} of DiscordChatExporter, which has no ids of messages and channels`,
    { hint: 'export again as JSON: --format Json' },
  );
}
