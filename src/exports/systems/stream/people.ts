import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import { type ExportObject, passJson, type RowRange } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { isRestOfFile, missing, notAnEntry } from '../../files/unreadable.ts';
import { instant, isWritten, list, ownValue, records, textValue } from '../../files/values.ts';
import type { RecordPlace, SourceUser, UnreadableRow } from '../../neutral.ts';
import { CHANNEL_COLUMNS, channelFrom, isRejected, memberFrom } from './channels.ts';
import { entryOf, isLater, rowsIn, type StreamFile, unreadableKind } from './files.ts';

/** Contents of a file of entries, with their places. */
type Survey = { readonly ranges: Map<string, RowRange>; hasUsersWithin: boolean };

/** Kinds that are read here or with the messages. */
const READ = new Set(['user', 'message', 'reaction', 'gone']);
/** Kinds without a counterpart, and what they are counted as. */
const DROPPED = {
  device: 'devices',
  future_channel_ban: 'bans',
  poll: 'polls',
  poll_vote: 'polls',
  read: 'reads',
} as const;

/**
 * Reads the people and channels of files whose rows may stand in any order: first all users, then channels, then members.
 * Rows of a kind mostly stand together, and only that part of a file is read again.
 */
export class PeoplePass {
  readonly #input: ExportInput;
  readonly #sink: PeopleSink;
  readonly #surveys = new Map<StreamFile, Survey>();
  readonly #users = new KeySet();
  /** The members of the channels that are made of them, and which of them have a row of their own. */
  readonly #distinct = new Map<string, { readonly users: readonly string[]; readonly place: RecordPlace }>();
  readonly #joined = new KeySet();
  /** By channel: when its history was cleared. */
  readonly truncated = new Map<string, number>();

  constructor(input: ExportInput, sink: PeopleSink) {
    this.#input = input;
    this.#sink = sink;
  }

  async read(files: readonly StreamFile[]): Promise<void> {
    for (const file of files) if (file.states === undefined) await this.#survey(file);
    for (const file of files) await this.#usersWithin(file);
    for (const file of files)
      await this.#each(file, 'channel', '.channel', (row, place) => this.#channel(row, place));
    for (const file of files)
      await this.#each(file, 'member', '.members[*]', (row, place) => this.#member(row, place));
    for (const [conversation, { users, place }] of this.#distinct)
      for (const user of users)
        if (this.#joined.add([conversation, user])) this.#sink.member({ conversation, user }, place);
  }

  /** Reads users, counts what is left out, and notes where the rest is. */
  async #survey(of: StreamFile): Promise<void> {
    const survey: Survey = { ranges: new Map(), hasUsersWithin: false };
    this.#surveys.set(of, survey);
    const row = (row: ExportObject, place: RecordPlace): void => {
      const { kind = '', item = row } = entryOf(row) ?? {};
      const dropped = ownValue(DROPPED, kind);
      if (kind === 'user') this.#user(item, place);
      else if (this.#hasUnknownUser(item)) survey.hasUsersWithin = true;
      if (kind === 'channel' || kind === 'member') noteRange(survey.ranges, kind, place);
      else if (dropped) this.#sink.dropped(dropped, kind);
      else if (!READ.has(kind)) this.#sink.unreadable('messages', notAnEntry(row), place);
    };
    const unreadable = (bad: UnreadableRow, place: RecordPlace): void =>
      this.#sink.unreadable(unreadableKind(bad.raw), bad, place);
    const skips = of.isLines ? { skips: isLater } : {};
    await passJson(of.file, { ...rowsIn(of), row, unreadable, ...skips }, this.#input);
  }

  #hasUnknownUser(item: ExportObject): boolean {
    return usersWithin(item).some(({ id }) => !this.#users.has([textValue(id) ?? '']));
  }

  /** Reads the users that stand in other rows alone. Those of members have more members of their own. */
  async #usersWithin(of: StreamFile): Promise<void> {
    const row = (row: ExportObject, place: RecordPlace): void => {
      for (const user of usersWithin(row)) {
        const found = userFrom(user);
        if (found && this.#users.add([found.id])) this.#sink.user(found, place);
      }
    };
    if (of.states !== undefined) {
      for (const path of ['.members[*]', '.channel', '.messages[*]', '.reactions[*]'])
        await this.#pass(of, { rows: `${of.states}${path}`, row });
      return;
    }
    if (this.#surveys.get(of)?.hasUsersWithin !== true) return;
    for (const isOfMember of [true, false])
      await this.#pass(of, {
        ...rowsIn(of),
        row: (outer, place) => {
          const entry = entryOf(outer);
          if (entry && (entry.kind === 'member') === isOfMember) row(entry.item, place);
        },
      });
  }

  /** Passes all rows of a kind. */
  async #each(
    of: StreamFile,
    kind: 'channel' | 'member',
    path: string,
    row: (row: ExportObject, place: RecordPlace) => void,
  ): Promise<void> {
    if (of.states !== undefined) {
      // The rest of a damaged file is named with its messages.
      const unreadable = (bad: UnreadableRow, place: RecordPlace): void => {
        if (!isRestOfFile(bad))
          this.#sink.unreadable(kind === 'channel' ? 'conversations' : 'members', bad, place);
      };
      const parents = kind === 'member' ? CHANNEL_COLUMNS : [];
      await passJson(of.file, { rows: `${of.states}${path}`, parents, row, unreadable }, this.#input);
      if (kind === 'member') await this.#reads(of);
      return;
    }
    const range = this.#surveys.get(of)?.ranges.get(kind);
    if (!range) return;
    const own = (outer: ExportObject, place: RecordPlace): void => {
      const entry = entryOf(outer);
      if (entry?.kind === kind) row(entry.item, place);
    };
    await this.#pass(of, of.rows === undefined ? { range, row: own } : { rows: of.rows, row: own });
  }

  /** Passes rows; those that cannot be read are named by another pass. */
  async #pass({ file }: StreamFile, rows: Omit<Parameters<typeof passJson>[1], 'unreadable'>): Promise<void> {
    await passJson(file, { ...rows, unreadable: () => {} }, this.#input);
  }

  async #reads(of: StreamFile): Promise<void> {
    for (const path of ['.reads[*]', '.read[*]'])
      await this.#pass(of, {
        rows: `${of.states}${path}`,
        row: () => this.#sink.dropped('reads', 'read'),
      });
  }

  #user(item: ExportObject, place: RecordPlace): void {
    const user = userFrom(item);
    if (!user) this.#sink.unreadable('users', missing('id', item), place);
    else {
      this.#users.add([user.id]);
      this.#sink.user(user, place);
    }
    for (const name of ['channel_mutes', 'user_mutes'])
      this.#sink.dropped('mutes', name, list(item[name]).length);
  }

  #channel(item: ExportObject, place: RecordPlace): void {
    const channel = channelFrom(item);
    if (channel) {
      const { conversation, memberIds, truncatedAt } = channel;
      if (truncatedAt !== undefined)
        this.truncated.set(conversation.id, Math.max(truncatedAt, this.truncated.get(conversation.id) ?? 0));
      this.#sink.conversation(conversation, place);
      if (memberIds.length > 0) this.#distinct.set(conversation.id, { users: memberIds, place });
    } else this.#sink.unreadable('conversations', missing('id', item), place);
  }

  #member(item: ExportObject, place: RecordPlace): void {
    const member = memberFrom(item);
    if (textValue(item['last_read']) !== undefined) this.#sink.dropped('reads', 'member');
    if (!member) this.#sink.unreadable('members', missing('user_id', item), place);
    else {
      this.#joined.add([member.conversation, member.user]);
      this.#sink.member(isRejected(item) ? { ...member, gone: 'inviteRejected' } : member, place);
    }
  }
}

function noteRange(ranges: Map<string, RowRange>, kind: string, place: RecordPlace): void {
  const from = ranges.get(kind)?.from ?? place;
  ranges.set(kind, { from, until: place.row ?? 0 });
}

const OWN = new Set([
  'id',
  'name',
  'image',
  'created_at',
  'updated_at',
  'last_active',
  'deactivated_at',
  'deleted_at',
  'online',
  'channel_mutes',
  'user_mutes',
  'mutes',
  'devices',
  'push_notifications',
  'last_engaged_at',
  'banned_until',
  'blocked_user_ids',
  'privacy_settings',
  'total_unread_count',
  'unread_channels',
  'unread_count',
]);

/** A user; undefined if the row has no id. */
function userFrom(row: ExportObject): SourceUser | undefined {
  const id = textValue(row['id']);
  if (id === undefined) return undefined;
  const closed = [row['deleted_at'], row['deactivated_at']].find(isWritten);
  return {
    id,
    name: textValue(row['name']),
    email: textValue(row['email']),
    avatar: textValue(row['image']),
    isBot: row['role'] === 'bot',
    ...(closed === undefined ? {} : { deactivated: { at: instant(closed) } }),
    createdAt: instant(row['created_at']),
    lastActiveAt: instant(row['last_active']),
    metadata: restOf(row, OWN),
  };
}

/** The users that stand in the rows of other things. */
const usersWithin = ({ user, created_by, pinned_by }: ExportObject): readonly ExportObject[] =>
  records([user, created_by, pinned_by]);
