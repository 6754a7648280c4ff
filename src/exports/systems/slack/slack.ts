import { RunError } from '../../../errors/run-error.ts';
import { jsonText } from '../../../input/json/json-text.ts';
import { parsedJson } from '../../../input/json/parse-json.ts';
import { slackToMarkdown } from '../../../input/rows/markup/slack.ts';
import {
  type Detected,
  type ExportInput,
  type ExportReader,
  type MessageSink,
  type PeopleSink,
  rejectedAs,
} from '../../export-reader.ts';
import type { ExportFiles } from '../../files/export-files.ts';
import type { ExportObject, JsonRows } from '../../files/export-rows.ts';
import { SmallFiles } from '../../files/small-files.ts';
import { record } from '../../files/values.ts';
import { Channels } from './channels.ts';
import { dayOf, ELEMENTS, type List, listsOf, passList } from './lists.ts';
import { filePaths, type MessageContext, readMessage } from './messages.ts';
import { picturesIn, readUser } from './people.ts';
import { isArchiveOfSlackdump } from './slackdump/database.ts';
import { slackdumpFiles, variantOf } from './slackdump/forms.ts';
import { readMessagesOfSlackdump, readPeopleOfSlackdump } from './slackdump/slackdump.ts';
import { Workspaces } from './workspaces.ts';

/** Marks of lists that no other system has. */
const OWN = {
  people: [/"id"\s*:\s*"[UW]\w+"/, /"(?:team_id|profile|is_bot|real_name)"\s*:/],
  conversations: [/"id"\s*:\s*"[CGD]\w+"/, /"(?:created|members|creator)"\s*:/],
} as const;

/** Exports of a Slack workspace: Slack's own, a file for each day of each conversation, and what slackdump keeps. */
export const slack: ExportReader = {
  system: 'slack',
  markups: { slack: { markdown: slackToMarkdown } },
  label: 'Slack',
  idsPerConversation: true,

  async detect(files): Promise<Detected | undefined> {
    const { people, conversations } = listsOf(files);
    const isPeople = await looksLike(people, OWN.people, files);
    const isConversations = await looksLike(conversations, OWN.conversations, files);
    const dumped = variantOf(await slackdumpFiles(files));
    if (dumped !== undefined && !files.all.some(dayOf)) return { variant: dumped };
    if (!isPeople && !isConversations) {
      refusePacked(files);
      return dumped === undefined ? undefined : { variant: dumped };
    }
    const parts = new Set([...people, ...conversations].map(({ file, folder }) => `${file.root}/${folder}`));
    const variant = parts.size === 1 ? 'a workspace' : `${parts.size} parts of a workspace`;
    return {
      variant: `${variant}, a file for each day${dumped === undefined ? '' : `, and ${dumped}`}`,
    };
  },

  ownsDatabase: isArchiveOfSlackdump,

  async readPeople(input, sink) {
    const { people, conversations } = listsOf(input.files);
    const [channels, bots] = [new Channels(sink), new Map<string, string>()];
    const pictures = picturesIn(input.files.all);
    const user: JsonRows['row'] = (row, place) => readUser(row, { bots, sink, pictures }, place);
    for (const list of people) await passList(list, input, user, { unreadable: rejectedAs('users', sink) });
    for (const list of conversations)
      await passList(list, input, (row, place) => channels.add(row, place, list.name), {
        unreadable: rejectedAs('conversations', sink),
        member: (user, row, place) => channels.memberOf(row, user, place),
      });
    for (const row of await loginsOf(input.files)) channels.workspace(row);
    const dumped = await slackdumpFiles(input.files);
    await readPeopleOfSlackdump(dumped, { channels, bots, sink, pictures }, input);
    noteUnread(input.files, sink);
    return async (messages) => {
      const common = { paths: filePaths(input.files.all), bots };
      await readDays(common, input, messages);
      await readMessagesOfSlackdump(dumped, { common, sink: messages }, input);
    };
  },
};

/** Reads the files of the days of conversations. */
async function readDays(
  common: Omit<MessageContext, 'conversation' | 'pins'>,
  input: ExportInput,
  sink: MessageSink,
): Promise<void> {
  await using small = new SmallFiles(input.files.system);
  const workspaces = await Workspaces.read(input, small);
  for (const note of workspaces.notes) sink.note(note);
  const unreadable = rejectedAs('messages', sink);
  const rowOf = (conversation: string): JsonRows['row'] => {
    const context = { ...common, conversation, pins: workspaces.pinsOf(conversation) };
    return (row, place) => readMessage(row, context, sink, place);
  };
  for (const file of input.files.all) {
    const day = dayOf(file);
    if (!day) continue;
    const part = workspaces.partOf(day);
    if ('other' in part && part.other === 'flags') {
      sink.note('not imported, because they are not messages: content_flags, reports by users');
      continue;
    }
    const row =
      'unclear' in part
        ? refused(part.unclear, day.conversation, unreadable)
        : 'other' in part
          ? () => sink.dropped('messages', 'canvasMessages')
          : rowOf(part.conversation);
    await small.pass(file, { rows: ELEMENTS, row, unreadable }, input);
  }
}

/** Refuses the messages of a folder that may be of several conversations: others would read them. */
const refused =
  (ids: readonly string[], folder: string, unreadable: ReturnType<typeof rejectedAs>): JsonRows['row'] =>
  (row, place) => {
    const message = `several conversations have the name of this folder: ${ids.join(', ')}`;
    const problem = {
      code: 'EXPORT.CONVERSATION_UNCLEAR',
      field: 'conversation',
      value: folder,
      message,
    } as const;
    unreadable({ problem, raw: jsonText(row) }, place);
  };

/** @throws RunError `EXPORT.FORM_UNSUPPORTED` for slackdump's database in an archive */
function refusePacked(files: ExportFiles): void {
  const [packed] = files
    .matching(/(?:^|\/)slackdump\.sqlite$/)
    .filter(({ archive }) => archive !== undefined);
  if (packed)
    throw new RunError('EXPORT.FORM_UNSUPPORTED', `${packed.path} is a database in an archive`, {
      hint: 'unpack it and name its folder',
    });
}

/** Name of the file with the logins that a dump was made with. */
const LOGIN = /(?:^|\/)workspace\.json$/;

async function loginsOf(files: ExportFiles): Promise<readonly ExportObject[]> {
  const rows: ExportObject[] = [];
  for (const file of files.matching(LOGIN)) {
    const row = record(parsedJson(await files.head(file), false));
    if (row) rows.push(row);
  }
  return rows;
}

async function looksLike(
  lists: readonly List<string>[],
  [id, member]: readonly [RegExp, RegExp],
  files: ExportFiles,
): Promise<boolean> {
  for (const { file } of lists) {
    const head = await files.head(file);
    const at = head.search(id);
    if (at >= 0 && member.test(head.slice(at))) return true;
  }
  return false;
}

/** Lists of what is no conversation, and the canvas of a channel. */
const UNREAD = /(?:^|\/)((?:canvases|lists|huddle_transcripts|canvas_in_the_conversation)\.json)$/;

function noteUnread(files: ExportFiles, sink: PeopleSink): void {
  const names = Map.groupBy(files.matching(UNREAD), ({ name }) => UNREAD.exec(name)?.[1]);
  const shown = Array.from(names, ([name, { length }]) => (length > 1 ? `${length} × ${name}` : name));
  if (shown.length > 0) sink.note(`not imported, because they are not messages: ${shown.join(', ')}`);
}
