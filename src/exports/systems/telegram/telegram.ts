import type { Detected, ExportReader } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { notAnEntry } from '../../files/unreadable.ts';
import type { RecordPlace } from '../../neutral.ts';
import { passMessages } from './chats.ts';
import { formOf, refusePages, telegramFiles } from './files.ts';
import { MessageReader } from './messages.ts';
import { PeoplePass } from './people.ts';
import { Times } from './times.ts';

/** Exports of Telegram Desktop as JSON: of one chat, or of an account with all of them. */
export const telegram: ExportReader = {
  system: 'telegram',
  label: 'Telegram',
  idsPerConversation: true,

  async detect(files): Promise<Detected | undefined> {
    const found = await telegramFiles(files);
    if (found.length === 0) {
      await refusePages(files);
      return undefined;
    }
    const forms = await Promise.all(found.map((file) => formOf(file, files)));
    const counts = [...Map.groupBy(forms, (form) => form)];
    return { variant: counts.map(([form, of]) => `${of.length} × ${form}`).join(', ') };
  },

  async readPeople(input, sink) {
    const pass = new PeoplePass(input, sink, new Times(input.zone));
    await pass.read(await telegramFiles(input.files));
    passes.set(input.files, pass);
  },

  async readMessages(input, sink) {
    const pass = passes.get(input.files) as PeoplePass;
    passes.delete(input.files);
    const times = new Times(input.zone);
    const reader = new MessageReader(pass, times);
    for (const [number, { file, outline }] of pass.files.entries()) {
      times.begin();
      const folder = file.name.slice(0, file.name.lastIndexOf('/') + 1);
      const message = (row: ExportObject, chat: string, place: RecordPlace): void => {
        const of = pass.chats.get(chat);
        if (row['type'] === 'unsupported') sink.dropped('messages', 'unsupported');
        else if (!of) sink.dropped('messages', outline.chats.get(chat)?.type ?? 'replies');
        else if (KINDS.has(row['type'])) sink.message(reader.messageOf(row, { chat, of, folder }), place);
        else sink.unreadable('messages', notAnEntry(row), place);
      };
      await passMessages(
        file,
        number,
        outline,
        { message, unreadable: (bad, place) => sink.unreadable('messages', bad, place) },
        input,
      );
    }
  },
};

const KINDS: ReadonlySet<unknown> = new Set(['message', 'service']);

/** Findings of the first pass over an export, for the second one. */
const passes = new WeakMap<ExportFiles, PeoplePass>();
