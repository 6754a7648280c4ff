import type { Detected, ExportReader, PeopleSink } from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import { SmallFiles } from '../../files/small-files.ts';
import { filePaths } from './files.ts';
import { dayOf, type List, listsOf, passList } from './lists.ts';
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
    const days = files.all.filter((file) => dayOf(file)).length;
    const workspaces = new Set(
      [...people, ...conversations].map(({ file, folder }) => `${file.root}/${folder}`),
    );
    return {
      variant: `${workspaces.size === 1 ? 'a workspace' : `${workspaces.size} lists of a workspace`}, ${days} files of days`,
    };
  },

  async readPeople(input, sink) {
    const { people, conversations } = listsOf(input.files);
    for (const list of people)
      await passList(
        list,
        input,
        (row, place) => readUser(row, sink, place),
        (row, place) => sink.unreadable('users', row, place),
      );
    for (const list of conversations)
      await passList(
        list,
        input,
        (row, place) => readConversation(row, list.name, sink, place),
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
          row: (row, place) => sink.message(messageOf(row, context), place),
          unreadable: (row, place) => sink.unreadable('messages', row, place),
        },
        input,
      );
    }
  },
};

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
