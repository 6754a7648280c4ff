import { jsonText } from '../../../json/json-text.ts';
import { RAW_CHARS_MAX } from '../../../rows/row.ts';
import type { Detected, ExportReader, PeopleSink } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import type { JsonRow } from '../../files/export-rows.ts';
import { SmallFiles } from '../../files/small-files.ts';
import { text } from '../../files/values.ts';
import type { Unreadable } from '../../neutral.ts';
import { filePaths } from './files.ts';
import { dayOf, ELEMENTS, type List, listsOf, passList } from './lists.ts';
import { messageOf } from './messages.ts';
import { readConversation, readUser } from './people.ts';
import { Workspaces } from './workspaces.ts';

/** What no other system's lists look like. */
const OWN = {
  people: /"id"\s*:\s*"[UW]\w+"[\s\S]*"(?:team_id|profile|is_bot|real_name)"\s*:/,
  conversations: /"id"\s*:\s*"[CGD]\w+"[\s\S]*"(?:created|members|creator)"\s*:/,
} as const;

/** Exports of a Slack workspace, by Slack or by slackdump: lists, and a file for each day of each conversation. */
export const slack: ExportReader = {
  system: 'slack',
  label: 'Slack',
  idsPerConversation: true,

  async detect(files): Promise<Detected | undefined> {
    const { people, conversations } = listsOf(files);
    const isPeople = await looksLike(people, OWN.people, files);
    const isConversations = await looksLike(conversations, OWN.conversations, files);
    if (!isPeople && !isConversations) return undefined;
    const parts = new Set([...people, ...conversations].map(({ file, folder }) => `${file.root}/${folder}`));
    const variant = parts.size === 1 ? 'a workspace' : `${parts.size} parts of a workspace`;
    return { variant: `${variant}, a file for each day` };
  },

  async readPeople(input, sink) {
    const { people, conversations } = listsOf(input.files);
    for (const list of people)
      await passList(
        list,
        input,
        (row, place) =>
          text(row['id']) === undefined
            ? sink.unreadable('users', without('id', row), place)
            : readUser(row, sink, place),
        (row, place) => sink.unreadable('users', row, place),
      );
    for (const list of conversations)
      await passList(
        list,
        input,
        (row, place) =>
          text(row['id']) === undefined
            ? sink.unreadable('conversations', without('id', row), place)
            : readConversation(row, list.name, sink, place),
        (row, place) => sink.unreadable('conversations', row, place),
      );
    noteUnread(input.files, sink);
  },

  async readMessages(input, sink) {
    const workspaces = await Workspaces.read(input);
    const paths = filePaths(input.files.all);
    await using small = new SmallFiles(input.files.system);
    const userOfBot = (bot: string): string | undefined => workspaces.userOfBot(bot);
    for (const file of input.files.all) {
      const day = dayOf(file);
      if (!day) continue;
      const conversation = workspaces.conversationOf(day);
      const context = { conversation, pins: workspaces.pinsOf(conversation), paths, userOfBot };
      await small.pass(
        file,
        {
          rows: ELEMENTS,
          row: (row, place) => {
            const message = messageOf(row, context);
            if (Number.isNaN(message.time)) sink.unreadable('messages', without('ts', row), place);
            else sink.message(message, place);
          },
          unreadable: (row, place) => sink.unreadable('messages', row, place),
        },
        input,
      );
    }
  },
};

/** A row that lacks what it is known by; of a message this is its time, too. */
const without = (field: 'id' | 'ts', row: JsonRow): Unreadable => ({
  problem: {
    code: field === 'ts' ? 'ROW.TIME_INVALID' : 'ROW.FIELD_MISSING',
    field,
    value: row[field],
    message: field === 'ts' ? 'the row has no time such as 1751328000.000100' : 'the row has no id',
  },
  raw: jsonText(row).slice(0, RAW_CHARS_MAX),
});

async function looksLike(lists: readonly List<string>[], own: RegExp, files: ExportFiles): Promise<boolean> {
  for (const { file } of lists) if (own.test(await files.head(file))) return true;
  return false;
}

/** Lists of what is no conversation. */
const UNREAD = /(?:^|\/)(canvases|lists|huddle_transcripts)\.json$/;

function noteUnread(files: ExportFiles, sink: PeopleSink): void {
  const names = files.matching(UNREAD).map(({ name }) => name);
  if (names.length > 0) sink.note(`not messages, and left out: ${names.slice(0, 10).join(', ')}`);
}
