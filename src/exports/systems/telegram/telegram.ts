import { RunError } from '../../../errors/run-error.ts';
import {
  type Detected,
  type ExportInput,
  type ExportReader,
  type MessageSink,
  rejectedAs,
} from '../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { notAnEntry } from '../../files/unreadable.ts';
import { type MessageTakers, passMessages } from './chats.ts';
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
    return (messages) => readMessages(pass, input, messages);
  },
};

const KINDS: ReadonlySet<unknown> = new Set(['message', 'service']);

async function readMessages(pass: PeoplePass, input: ExportInput, sink: MessageSink): Promise<void> {
  const times = new Times(input.zone);
  const reader = new MessageReader(pass, times);
  const unreadable = rejectedAs('messages', sink);
  for (const [number, { file, outline }] of pass.files.entries()) {
    times.begin();
    const folder = file.name.slice(0, file.name.lastIndexOf('/') + 1);
    const message: MessageTakers['message'] = (row, chat, place) => {
      const of = pass.chats.get(chat);
      if (row['type'] === 'unsupported') sink.dropped('messages', 'unsupported');
      else if (!of) sink.dropped('messages', outline.chats.get(chat)?.type ?? 'replies');
      else if (KINDS.has(row['type'])) sink.message(reader.messageOf(row, { chat, of, folder }), place);
      else sink.unreadable('messages', notAnEntry(row), place);
    };
    await passMessages(file, number, outline, { message, unreadable }, input);
  }
}

/** Telegram's words for its types of chats. */
const CHAT_TYPE =
  /"type"\s*:\s*"(?:saved_messages|personal_chat|bot_chat|(?:private|public)_(?:group|supergroup|channel)|replies|verification_codes)"/;
const MESSAGES = /"messages"\s*:\s*\[/;
/** A message of the oldest versions has neither an id nor the id of its author, but this. */
const MESSAGE = /"type"\s*:\s*"(?:message|service)"/;
const TIME = /"date_unixtime"\s*:\s*"\d+"/;
/** The beginning of the export of an account, which may have many contacts before its chats. */
const ACCOUNT =
  /"personal_information"\s*:\s*\{\s*"user_id"\s*:\s*\d|"(?:frequent_contacts|contacts|chats|left_chats)"\s*:\s*\{\s*"about"\s*:\s*"/;
/** Marks of the pages of an HTML export. */
const PAGE = /<div class="page_wrap(?: list_page)?"|class="tgico|class="page_header/;

/** The JSON files of an export, by their content. */
async function telegramFiles(files: ExportFiles): Promise<readonly ExportFile[]> {
  const found: ExportFile[] = [];
  for (const file of files.all) if (isExport(await files.head(file))) found.push(file);
  return found;
}

function isExport(head: string): boolean {
  if (!/^\s*\{/.test(head)) return false;
  if (ACCOUNT.test(head)) return true;
  return (
    (CHAT_TYPE.test(head) && MESSAGES.test(head)) ||
    (MESSAGE.test(head) && TIME.test(head) && MESSAGES.test(head))
  );
}

/** @throws RunError `EXPORT.FORM_UNSUPPORTED` for an export of pages for people, if there is no other one */
async function refusePages(files: ExportFiles): Promise<void> {
  if (files.matching(/\.json$/i).length > 0) return;
  for (const file of files.matching(/(?:^|\/)messages\d*\.html$/i))
    if (PAGE.test(await files.head(file)))
      throw new RunError(
        'EXPORT.FORM_UNSUPPORTED',
        `${file.name} is a page for people, as Telegram exports them`,
        {
          hint: 'export again in Telegram Desktop, with  Format: Machine-readable JSON  instead of HTML',
        },
      );
}

/** Describes for people what one file holds. */
async function formOf(file: ExportFile, files: ExportFiles): Promise<string> {
  const head = await files.head(file);
  return ACCOUNT.test(head) || /^\s*\{\s*"(?:about|chats|left_chats)"\s*:/.test(head)
    ? 'export of an account'
    : 'export of a chat';
}
