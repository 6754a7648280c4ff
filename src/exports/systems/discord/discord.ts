import type { Detected, ExportReader } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { passJson } from '../../files/export-rows.ts';
import { textValue } from '../../files/values.ts';
import { type DiscordFile, discordFiles, inOrder, MESSAGES } from './documents.ts';
import { discordToMarkdown } from './markup.ts';
import { messageFrom } from './messages.ts';
import { type Names, PeoplePass } from './people.ts';
import { shapeOf } from './shape.ts';
import { refuseOtherForms } from './unread-forms.ts';

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
    found.set(input.files, { documents, names });
  },

  async readMessages(input, sink) {
    const { documents, names } = found.get(input.files) as Found;
    found.delete(input.files);
    const has = (path: string): boolean => input.files.at(path) !== undefined;
    for (const { file, header } of documents) {
      const conversation = textValue(header?.channel['id']) ?? '';
      const context = { conversation, names, folder: { name: file.name, has } };
      await passJson(
        file,
        {
          rows: MESSAGES,
          row: (row, place) => sink.message(messageFrom(row, context), place),
          unreadable: (row, place) => sink.unreadable('messages', row, place),
        },
        input,
      );
    }
  },
};

const counted = (count: number, of: string): string => `${count} ${of}${count === 1 ? '' : 's'}`;

/** Findings of the first pass over the files of an export, for the second one. */
type Found = { readonly documents: readonly DiscordFile[]; readonly names: Names };
const found = new WeakMap<ExportFiles, Found>();
