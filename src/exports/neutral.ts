import type { TextPiece } from '../input/rows/markup/pieces.ts';
import type { Problem } from '../input/rows/row.ts';
import { type ConversationType, exportedNames } from './export-rules.ts';

/**
 * Parts of every export, in the words of no system. Ids are those of the old system, as text; a conversation and a
 * user may have the same id.
 */

/** Place of a record, for messages to people. */
export type RecordPlace = {
  /** The short name of the file. */
  readonly file: string;
  /** 1-based. */
  readonly line: number;
  /** Offset of its first byte, if known. */
  readonly byte?: number;
  /** Its number among the rows of its file, from 1, if known. */
  readonly row?: number;
  /** The list that its file is a part of, where several together are one copy of a list. */
  readonly partOf?: string | undefined;
  /** Which of the given paths its file is of, from 0; two of them may have files of one name. */
  readonly root?: number;
};

/** A row that is no record: what is wrong with it, and its text. */
export type UnreadableRow = { readonly problem: Problem; readonly raw: string };

/** Places of the picture of a person or a group besides an address that everybody can open, for copies of files. */
export type SourcePicture = Pick<SourceFile, 'path' | 'privateUrl'>;

export type SourceUser = {
  readonly id: string;
  readonly name?: string | undefined;
  /** Other names of theirs; as `email`, the pipeline may name them so, and it is not sent. */
  readonly otherNames?: readonly string[];
  readonly email?: string | undefined;
  readonly avatar?: string | undefined;
  readonly picture?: SourcePicture | undefined;
  readonly statusMessage?: string | undefined;
  /** A program that writes messages. */
  readonly isBot?: boolean;
  /** The account was closed; `at` is in milliseconds since 1970, if known. */
  readonly deactivated?: { readonly at?: number | undefined } | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  readonly lastActiveAt?: number | undefined;
  readonly tags?: readonly string[];
  /** Further facts of the old system; kept in `metadata`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
};

export type SourceConversation = {
  readonly id: string;
  /**
   * `direct` is a conversation of its members alone: of one (notes to oneself), of two, or of more (a private group without
   * a name of its own).
   */
  readonly type: ConversationType;
  /** All of its members, where the conversation lists them; needed for `direct`. */
  readonly members?: readonly string[] | undefined;
  /**
   * Its list has those who are members now: others may have left it, and the same people may have other conversations. A
   * `direct` one of two is theirs only if nobody else writes in it and no older one is; all others are groups of their own,
   * and nobody gets into one by having written there.
   */
  readonly hasChangingMembers?: boolean;
  /** Nothing says that it is the only `direct` one of its two people: the oldest is theirs, all others are groups of their own. */
  readonly mayBeOneOfSeveral?: boolean;
  readonly name?: string | undefined;
  readonly icon?: string | undefined;
  readonly picture?: SourcePicture | undefined;
  readonly description?: string | undefined;
  readonly owner?: string | undefined;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
  /** Closed, frozen or archived: nobody could write there any more. */
  readonly isArchived?: boolean;
  /** Somebody deleted it: neither it nor what was written in it is imported. */
  readonly isDeleted?: boolean;
  readonly tags?: readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
};

/** A part of a conversation with a name, in which people write about one thing. */
export type SourceTopic = {
  readonly conversation: string;
  /** The id of the message that opened it; `SourceMessage.topic` has the same one. */
  readonly id: string;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt?: number | undefined;
};

export type SourceMember = {
  readonly conversation: string;
  readonly user: string;
  readonly scope?: 'admin' | 'moderator' | 'participant' | undefined;
  /** Milliseconds since 1970. */
  readonly joinedAt?: number | undefined;
  readonly isBanned?: boolean;
  /**
   * Set if they are no member any more, or never became one: why. They still count as one of the people of a conversation
   * of its members alone: with fewer, it would become the conversation of those who are left.
   */
  readonly gone?: string | undefined;
};

export type SourceFile = {
  readonly name?: string | undefined;
  /** Its media type, such as `image/png`. */
  readonly type?: string | undefined;
  readonly size?: number | undefined;
  /** Address from which everybody can get it, now and later. */
  readonly url?: string | undefined;
  /** An address that needs a login, or that stops working; shown as a link in the text. */
  readonly privateUrl?: string | undefined;
  /**
   * An address for copies of files alone, which is never shown: one that the API of the old system opens, or that has in it
   * what opens it.
   */
  readonly apiUrl?: string | undefined;
  /** Its path in the export, for `filesBase` and for copies of files. */
  readonly path?: string | undefined;
  /** Which of the given paths its message is of, from 0: of several files with its path, that one is meant. */
  readonly root?: number | undefined;
  /** Set if the old system has removed it: why. */
  readonly gone?: string | undefined;
};

/** All users who gave one reaction to one message. */
export type SourceReaction = {
  readonly reaction: string;
  readonly users: readonly string[];
  /** The number of those who gave it, if more than are named. */
  readonly count?: number | undefined;
};

/** A piece of a text that stands for something: for a person, by their id, or for other words. */
export type TextToken = {
  readonly token: string;
  readonly person?: string;
  readonly words?: string;
};

/** A form of marked-up text. */
export type MarkupForm = {
  markdown(text: string, uidOf: (id: string) => string, tokens?: readonly TextToken[]): string;
  /** @default the Markdown without its marks */
  plain?(text: string): string;
};

export type SourceMessage = {
  /** Its own id; together with the conversation if `MessageIds` says so. */
  readonly id: string;
  readonly conversation: string;
  /** Absent if nobody wrote it: a message of the system. */
  readonly sender?: string | undefined;
  /** The name that the message itself gives its sender. */
  readonly senderName?: string | undefined;
  /** Its sender is a program; needed where no list of users has it. */
  readonly senderIsBot?: boolean;
  /** Milliseconds since 1970, with a fraction if it is known; NaN if there is none. */
  readonly time: number;
  /** A whole number, from 0, that says its place among the messages of the same second; absent for the order in which they come. */
  readonly order?: number | undefined;
  readonly text?: string | undefined;
  /** Markup of the text, as one of the `markups` of its reader; absent if it is plain or Markdown. */
  readonly markup?: string | undefined;
  /** Meaning of pieces of the text, where its markup does not say it. */
  readonly tokens?: readonly TextToken[];
  /** The text in pieces with their styles, if the old system keeps them apart; `text` is then the same without styles. */
  readonly pieces?: readonly TextPiece[] | undefined;
  /** Set if its author passed on what somebody else had written. */
  readonly forwarded?: { readonly from?: string | undefined } | undefined;
  readonly files?: readonly SourceFile[];
  /** Set for a message of the system: its kind, such as `join`. */
  readonly system?: string | undefined;
  /** A message that only those inside may see, or that was never shown: never imported, whatever a policy says. */
  readonly hidden?: string | undefined;
  /** Set if the pipeline leaves it out, for its conversation or author, or for its time. Readers never set it. */
  readonly leftOut?: 'excluded' | 'outside' | undefined;
  /** The id of the message that it answers, in the same conversation. */
  readonly parent?: string | undefined;
  /** The topic that it is of; `isFirst` if it is the message that opened it. */
  readonly topic?:
    | { readonly id: string; readonly name: string; readonly isFirst?: boolean | undefined }
    | undefined;
  readonly edited?: { readonly at?: number | undefined; readonly by?: string | undefined } | undefined;
  readonly deleted?: { readonly at?: number | undefined; readonly by?: string | undefined } | undefined;
  readonly pinned?: { readonly at?: number | undefined; readonly by?: string | undefined } | undefined;
  readonly reactions?: readonly SourceReaction[];
  /** The number of further ones, of users whom the pipeline leaves out. Readers never set it. */
  readonly excludedReactions?: number;
  /** The number of people named in it. */
  readonly mentions?: number;
  /** Of several copies, a deleted one counts, else the one with the highest number; the last one if they are equal. */
  readonly version?: number | undefined;
  /** Its id is made of its time, its author and its content: that two rows are copies of one message is a guess. */
  readonly byContent?: boolean | undefined;
  /** A message of another kind than text and files: its type and content. */
  readonly custom?: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } | undefined;
  readonly deliveredAt?: number | undefined;
  readonly readAt?: number | undefined;
  readonly tags?: readonly string[];
  /** Further facts of the old system; kept in `metadata.source`. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
};

/** Tells what became of a message: it was deleted, else edited if its last change is later than itself. */
export const deletedOrEdited = (
  time: number,
  changed: number | undefined,
  deleted: SourceMessage['deleted'] | false,
): Pick<SourceMessage, 'deleted' | 'edited'> =>
  deleted ? { deleted } : changed !== undefined && changed > time ? { edited: { at: changed } } : {};

/** A reaction that stands beside the messages, not in one. */
export type SourceGivenReaction = {
  readonly conversation?: string | undefined;
  readonly message: string;
  readonly user: string;
  readonly reaction: string;
  /** Milliseconds since 1970. */
  readonly at?: number | undefined;
};

/** A file that stands beside the messages, not in one. */
export type SourceGivenFile = {
  readonly conversation?: string | undefined;
  readonly message: string;
  readonly file: SourceFile;
};

/** The tables that an export becomes: those of the entities, and the list of files that no address leads to. */
export const exportTables = [...exportedNames, 'files'] as const;
export type ExportTableName = (typeof exportTables)[number];

/** The columns of the table of files; `source` is where the file is on this machine. */
export const FILE_COLUMNS = ['path', 'url', 'name', 'type', 'size', 'why', 'message', 'source'] as const;
