import { KeySet } from '../../../keys/key-table.ts';
import {
  type Detected,
  type ExportInput,
  type ExportReader,
  type MessageSink,
  type PeopleSink,
  rejectedAs,
} from '../../export-reader.ts';
import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import { type ExportObject, passJson } from '../../files/export-rows.ts';
import { passWithList } from '../../files/long-rows.ts';
import { goneMessage, passPulled, pulledFiles } from '../../files/pulled-rows.ts';
import { boolean, list, number, record, records, textValue, textValues } from '../../files/values.ts';
import { deletedOrEdited, type RecordPlace, type SourceFile, type SourceMessage } from '../../neutral.ts';

/** Contents of a file of the export, by the name of its only member. */
const HOLDS = {
  active_users: /^\s*\{\s*"(active_users|users|deactivated_users)"\s*:\s*\[/,
  group_channels: /^\s*\{\s*"(group_channels|open_channels|channels)"\s*:\s*\[/,
  messages: /^\s*\{\s*"(messages)"\s*:\s*\[/,
} as const;
type Holds = keyof typeof HOLDS;

/** Contents that a file may have, in words for people. */
const KINDS = [
  ['messages', 'messages'],
  ['group_channels', 'channels'],
  ['active_users', 'users'],
] as const;

/** Members that no other system's files have. */
const OWN = /"(channel_url|nickname|has_ever_logged_in|is_distinct|req_id)"\s*:/;

/** Its only list has nothing. */
const EMPTY = /^\s*\{\s*"\w+"\s*:\s*\[\s*\]/;

/** Contents of a file with a broken beginning, by members that only one of them has. */
const DAMAGED = {
  active_users: [/"(?:has_ever_logged_in|is_shadow_blocked)"\s*:/],
  group_channels: [/"is_distinct"\s*:/],
  messages: [/"message_id"\s*:/, /"channel_url"\s*:/],
} as const;

type Part = { readonly file: ExportFile; readonly member: string };

/** Exports of Sendbird's dashboard and API: JSON files of users, channels and messages. */
export const sendbird: ExportReader = {
  system: 'sendbird',
  label: 'Sendbird',

  async detect(files, shape): Promise<Detected | undefined> {
    if ((await pulledFiles(files, 'sendbird')).length > 0) return { variant: 'records of the API' };
    const found: string[] = [];
    const parts = shape === undefined ? wholeParts : partsOf;
    for (const [holds, of] of KINDS) if ((await parts(files, holds)).length > 0) found.push(of);
    const isUsers = found[0] === 'users' && shape === undefined;
    return found.length === 0 || isUsers ? undefined : { variant: `JSON with ${found.join(', ')}` };
  },

  async readPeople(given, sink) {
    const pulled: Pulled = {
      files: await pulledFiles(given.files, 'sendbird'),
      broken: new KeySet(),
    };
    // Beside records of the API, export jobs have written archives.
    const input = pulled.files.length > 0 ? { ...given, files: await given.files.withZipsOpen() } : given;
    const users = new KeySet();
    const user = (row: ExportObject, place: RecordPlace): void => {
      users.add([textValue(row['user_id']) ?? '']);
      readUser(row, sink, place);
    };
    for (const part of await partsOf(input.files, 'active_users'))
      await pass(part, input, sink, 'users', user);
    await passList(pulled, 'users', input, sink, (row, _of, place) => user(row, place));
    // The list has active users alone; whoever was deactivated is still a member, with a name.
    const person = (value: unknown, place: RecordPlace): void => {
      const row = record(value);
      if ((row?.['nickname'] || row?.['name']) && users.add([textValue(row['user_id']) ?? '']))
        readUser(row, sink, place);
    };
    const member = (value: unknown, channel: ExportObject, place: RecordPlace): void => {
      const row = record(value);
      if (row) readMember(row, textValue(channel['channel_url']) ?? '', sink, place);
    };
    for (const { file, member: listed } of await partsOf(input.files, 'group_channels'))
      await passWithList(
        file,
        {
          rows: `$.${listed}[*]`,
          list: 'members',
          row: (row, place) => {
            for (const each of list(row['members'])) person(each, place);
            readChannel(row, listed, sink, place);
            for (const each of list(row['members'])) member(each, row, place);
          },
          element: (each, row, place) => {
            person(each, place);
            member(each, row, place);
          },
          unreadable: rejectedAs('conversations', sink),
        },
        input,
      );
    const listed = new KeySet();
    await passList(pulled, 'conversations', input, sink, (row, _of, place) => {
      listed.add([textValue(row['channel_url']) ?? '']);
      readChannel(row, 'channels', sink, place);
    });
    await passList(pulled, 'members', input, sink, (row, of, place) => {
      person(row, place);
      readMember(row, of, sink, place);
    });
    return async (messages) => {
      const message = (row: ExportObject, place: RecordPlace): void =>
        messages.message(messageOf(row), place);
      const roots = new Set(pulled.files.map(({ root }) => root));
      for (const part of await partsOf(input.files, 'messages')) {
        // A job writes those of all channels, also of what is deleted now, or is not wanted.
        const isOfJob = roots.has(part.file.root);
        await pass(part, input, messages, 'messages', (row, place) => {
          if (isOfJob && !listed.has([textValue(row['channel_url']) ?? '']))
            messages.dropped('messages', 'notListed');
          else message(row, place);
        });
      }
      await passList(pulled, 'messages', input, messages, (row, of, place) =>
        message({ channel_url: of, ...row }, place),
      );
      await passList(pulled, 'gone', input, messages, (row, of, place) =>
        messages.message(goneMessage(row, of), place),
      );
    };
  },
};

/** The files that hold something. One whose beginning is broken is read as well, so that its error names the place. */
async function partsOf(files: ExportFiles, holds: Holds): Promise<readonly Part[]> {
  const parts = [...(await wholeParts(files, holds))];
  const pulled = new Set(await pulledFiles(files, 'sendbird'));
  for (const file of files.all) {
    if (pulled.has(file)) continue;
    const head = await files.head(file);
    const isWhole = Object.values(HOLDS).some((pattern) => pattern.test(head));
    const [first] = isWhole
      ? []
      : KINDS.filter(([kind]) => DAMAGED[kind].every((member) => member.test(head)));
    if (first?.[0] === holds) parts.push({ file, member: holds });
  }
  return parts;
}

/** The lists of records of the API, by how the names of their files begin, and the kind that their broken lines are. */
const LISTS = {
  users: { begins: ['users', 'people'], kind: 'users' },
  conversations: { begins: ['conversations'], kind: 'conversations' },
  members: { begins: ['members'], kind: 'members' },
  messages: { begins: ['messages'], kind: 'messages' },
  gone: { begins: ['gone'], kind: 'messages' },
} as const;
const NAMED: ReadonlySet<string> = new Set(Object.values(LISTS).flatMap(({ begins }) => begins));

/** Files of records of the API, with the lines of them that cannot be read and were named. */
type Pulled = { readonly files: readonly ExportFile[]; readonly broken: KeySet };

/** Passes the records of a list of the API. A file whose name does not say what it has is read for each. */
async function passList(
  pulled: Pulled,
  list: keyof typeof LISTS,
  input: ExportInput,
  sink: PeopleSink | MessageSink,
  take: (row: ExportObject, of: string, place: RecordPlace) => void,
): Promise<void> {
  const { begins, kind } = LISTS[list];
  const own: ReadonlySet<string> = new Set(begins);
  const files = pulled.files.filter(({ name }) => {
    const [begin = ''] = name.split(/[./]/, 1);
    return own.has(begin) || !NAMED.has(begin);
  });
  const unreadable: ReturnType<typeof rejectedAs> = (bad, place) => {
    if (pulled.broken.add([String(place.root), place.file, String(place.line)]))
      sink.unreadable(kind, bad, place);
  };
  await passPulled(files, { lists: { [list]: take }, unreadable }, input);
}

async function wholeParts(files: ExportFiles, holds: Holds): Promise<readonly Part[]> {
  const parts: Part[] = [];
  for (const file of files.all) {
    const head = await files.head(file);
    const member = HOLDS[holds].exec(head)?.[1];
    if (member !== undefined && (OWN.test(head) || EMPTY.test(head))) parts.push({ file, member });
  }
  return parts;
}

async function pass(
  { file, member }: Part,
  input: ExportInput,
  sink: PeopleSink | MessageSink,
  kind: 'users' | 'messages',
  row: (row: ExportObject, place: RecordPlace) => void,
): Promise<void> {
  await passJson(file, { rows: `$.${member}[*]`, row, unreadable: rejectedAs(kind, sink) }, input);
}

function readUser(row: ExportObject, sink: PeopleSink, place: RecordPlace): void {
  const metadata = record(row['metadata']);
  sink.user(
    {
      id: textValue(row['user_id']) ?? '',
      name: textValue(row['nickname']) ?? textValue(row['name']),
      email: textValue(metadata?.['email']),
      avatar: textValue(row['profile_url']) ?? textValue(row['image']),
      isBot: boolean(row['is_bot']),
      ...(row['is_active'] === false ? { deactivated: {} } : {}),
      createdAt: milliseconds(row['created_at']),
      lastActiveAt: seenAt(row['last_seen_at']),
      ...(metadata && Object.keys(metadata).length > 0 ? { metadata: { metadata } } : {}),
    },
    place,
  );
}

/** Seconds, milliseconds, or a time as text, as different versions of the export write them. */
function milliseconds(value: unknown): number | undefined {
  const given = typeof value === 'string' && !/^\d+$/.test(value) ? Date.parse(value) : number(value);
  if (given === undefined || !(given > 0)) return undefined;
  return given < MILLISECONDS_FROM ? given * 1000 : given;
}

/** As seconds, it would be the year 5138. */
const MILLISECONDS_FROM = 100_000_000_000;

/** Users who were never there have a time before 1970. */
const seenAt = (value: unknown): number | undefined =>
  typeof value === 'string' ? milliseconds(value.replace(' ', 'T')) : milliseconds(value);

/** True if everybody may read a channel. Open channels say nothing of it; they have participants in place of members. */
const isPublic = (row: ExportObject, list: string): boolean =>
  row['is_public'] === true ||
  list === 'open_channels' ||
  (row['is_public'] === undefined && row['members'] === undefined && row['participant_count'] !== undefined);

/** @param listed the name of the list that it stands in */
function readChannel(row: ExportObject, listed: string, sink: PeopleSink, place: RecordPlace): void {
  const id = textValue(row['channel_url']) ?? '';
  const isOpen = isPublic(row, listed);
  const isDirect = row['is_distinct'] === true && !isOpen;
  sink.conversation(
    {
      id,
      type: isDirect ? 'direct' : isOpen ? 'public' : 'private',
      name: textValue(row['name']),
      icon: textValue(row['cover_url']),
      createdAt: milliseconds(row['created_at']),
      owner: textValue(record(row['created_by'])?.['user_id']),
      isArchived: row['freeze'] === true,
      metadata: ofApp(row),
    },
    place,
  );
}

function readMember(row: ExportObject, conversation: string, sink: PeopleSink, place: RecordPlace): void {
  if (boolean(row['is_muted'])) sink.dropped('mutes', 'is_muted');
  sink.member(
    {
      conversation,
      user: textValue(row['user_id']) ?? '',
      scope: row['role'] === 'operator' ? 'admin' : undefined,
      // Whoever has not accepted an invitation may not read what is written there.
      ...(row['state'] === 'invited' ? { gone: 'invited' } : {}),
    },
    place,
  );
}

function messageOf(row: ExportObject): SourceMessage {
  const user = record(row['user']);
  const time = milliseconds(row['created_at']) ?? Number.NaN;
  const changed = milliseconds(row['updated_at']);
  const isRemoved = boolean(row['is_removed']);
  const parent = textValue(row['parent_message_id']);
  return {
    id: textValue(row['message_id']) ?? '',
    conversation: textValue(row['channel_url']) ?? '',
    sender: textValue(user?.['user_id']),
    senderName: textValue(user?.['nickname']),
    time,
    text: textValue(row['message']),
    ...(row['type'] === 'ADMM' ? { system: 'admin' } : {}),
    files: filesOf(row),
    ...(parent && parent !== '0' ? { parent } : {}),
    ...deletedOrEdited(time, changed, isRemoved && { at: changed }),
    version: changed ?? 0,
    reactions: records(row['reactions']).flatMap((reaction) => {
      const key = textValue(reaction['key']);
      return key ? [{ reaction: key, users: textValues(reaction['user_ids']) }] : [];
    }),
    mentions: list(row['mentioned_users']).length,
    metadata: { ...ofApp(row), ...keptOf(row) },
  };
}

/** Notes of an app on a channel or a message. */
const ofApp = ({ custom_type, data }: ExportObject): Readonly<Record<string, unknown>> => ({
  ...(textValue(custom_type) ? { customType: custom_type } : {}),
  ...(textValue(data) ? { data } : {}),
});

/** Members that apps have put beside the text of a message. */
function keptOf(row: ExportObject): Readonly<Record<string, unknown>> {
  const poll = record(row['poll']);
  const options = records(poll?.['options']).flatMap(({ text }) => textValue(text) ?? []);
  const arrays = list(row['sorted_metaarray']);
  return {
    ...(arrays.length > 0 ? { metaArrays: arrays } : {}),
    ...(poll ? { poll: { id: poll['id'], title: poll['title'], options } } : {}),
    ...(row['is_reply_to_channel'] === true ? { broadcast: true } : {}),
  };
}

/** With this member of an address anybody could get the file, for as long as it is valid. */
const TOKEN = /[?&]auth=/;

function withoutToken(address: string): string | undefined {
  const url = URL.parse(address);
  url?.searchParams.delete('auth');
  return url?.href;
}

/** One file of a file message, or all of a message with several. */
const filesOf = (row: ExportObject): SourceFile[] =>
  records([row['file'], ...list(row['files'])]).flatMap((file) => {
    const url = textValue(file['url']);
    if (!url) return [];
    const isPrivate = boolean(row['require_auth'] ?? file['require_auth']) || TOKEN.test(url);
    return [
      {
        ...(isPrivate ? { privateUrl: withoutToken(url), apiUrl: url } : { url }),
        name: textValue(file['name'] ?? file['file_name']),
        type: textValue(file['type'] ?? file['file_type']),
        size: number(file['size'] ?? file['file_size']),
      },
    ];
  });
