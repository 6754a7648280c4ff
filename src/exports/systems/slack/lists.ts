import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { passWithList } from '../../files/long-rows.ts';
import type { RecordPlace, UnreadableRow } from '../../neutral.ts';

/** The lists of a workspace, as the format names their files; `org_users` is that of a whole organization. */
const PEOPLE = ['org_users', 'users'] as const;
const CONVERSATIONS = ['channels', 'groups', 'dms', 'mpims'] as const;
/** Lists of the conversations in which people discuss a canvas or a list: their folders are beside those of conversations. */
const DISCUSSIONS = ['file_conversations'] as const;
type PeopleList = (typeof PEOPLE)[number];
export type ConversationList = (typeof CONVERSATIONS)[number];

/** A list, and the folder that it describes. */
export type List<Name extends string> = {
  readonly name: Name;
  readonly file: ExportFile;
  readonly folder: string;
};

const LIST = /^(?:(.*)\/)?([a-z_]+)\.json$/;
/** Folders with files that people sent; these may have any name. */
const SENT = /(?:^|\/)(?:__uploads|__avatars|attachments)(?:\/|$)/;
/** In a folder of the conversation's id, after the id of the file. */
const SENT_IN_DUMP = /(?:^|\/)[CDG][A-Z0-9]+(?:-[\d.]+)?\/F[A-Z0-9]+-[^/]+$/;
const DAY = /^(?:(.*)\/)?([^/]+)\/\d{4}-\d\d-\d\d\.json$/;

/** The files of an export by what they hold. */
export type Lists = {
  readonly people: readonly List<PeopleList>[];
  readonly conversations: readonly List<ConversationList>[];
  readonly discussions: readonly List<string>[];
};

/**
 * Finds the lists of all workspaces of an export: those of people in the order organization, workspaces; those of
 * conversations in the order of the exports, whatever kind of conversation one was in which of them.
 */
export function listsOf(files: ExportFiles): Lists {
  const found = files.all.flatMap((file) => {
    const [, folder = '', name] = LIST.exec(file.name) ?? [];
    return name === undefined || SENT.test(folder) ? [] : [{ name, file, folder }];
  });
  const named = <Name extends string>(names: readonly Name[], among = found): List<Name>[] =>
    names.flatMap((name) => among.filter((list): list is List<Name> => list.name === name));
  return {
    people: named(PEOPLE),
    conversations: [
      ...Map.groupBy(found, ({ file, folder }) => `${file.root}\n${folder}`)
        .values()
        .flatMap((ofOne) => named(CONVERSATIONS, ofOne)),
    ],
    discussions: named(DISCUSSIONS),
  };
}

/** True if a file is a list of Slack's: by its name, as the format has it. */
export function isList({ name }: ExportFile): boolean {
  const found = LIST.exec(name)?.[2];
  return found !== undefined && [...PEOPLE, ...CONVERSATIONS].some((list) => list === found);
}

/** True if a file is one that somebody sent. */
export const isSent = ({ name }: ExportFile): boolean =>
  SENT.test(name.slice(0, Math.max(0, name.lastIndexOf('/')))) || SENT_IN_DUMP.test(name);

/** The messages of one conversation on one day. */
export type Day = { readonly file: ExportFile; readonly folder: string; readonly conversation: string };

/** The file as that of a day; undefined if it is another one. */
export function dayOf(file: ExportFile): Day | undefined {
  const [, folder = '', conversation] = DAY.exec(file.name) ?? [];
  return conversation === undefined || SENT.test(folder) ? undefined : { file, folder, conversation };
}

/** Names of channels have no capitals. Who unpacks an archive may have to write another character than a colon. */
const OF_FILE = /^(?:FC[^A-Za-z0-9])?F[A-Z0-9]{6,}[^A-Za-z0-9]/;
const FLAGS = 'content_flags';

/** Says what a folder with days has, if that is no conversation: what people wrote about a file, or what they reported. */
export function otherThan({ folder, conversation }: Day): 'discussion' | 'flags' | undefined {
  // A title may have a slash.
  if ([...folder.split('/'), conversation].some((name) => OF_FILE.test(name))) return 'discussion';
  return conversation === FLAGS ? 'flags' : undefined;
}

/** Every file of an export is one array. */
export const ELEMENTS = '$[*]';

/** Passes the rows of a list. */
export async function passList(
  { file, folder }: List<string>,
  input: { readonly files: ExportFiles; readonly signal: AbortSignal },
  row: (row: ExportObject, place: RecordPlace) => void,
  {
    unreadable = () => {},
    member = () => {},
  }: {
    unreadable?(row: UnreadableRow, place: RecordPlace): void;
    /** A member of a conversation that has too many of them to be one row: they come after it. */
    member?(user: unknown, conversation: ExportObject, place: RecordPlace): void;
  } = {},
): Promise<void> {
  // Workspaces of an organization list those members of a channel that they share which are their own.
  const partOf = TEAM.exec(folder)?.[1];
  const at = (place: RecordPlace): RecordPlace => (partOf === undefined ? place : { ...place, partOf });
  await passWithList(
    file,
    {
      rows: ELEMENTS,
      list: 'members',
      unreadable,
      row: (found, place) => row(found, at(place)),
      element: (user, found, place) => member(user, found, at(place)),
    },
    input,
  );
}

const TEAM = /^((?:.*\/)?teams)\/[^/]+$/;
