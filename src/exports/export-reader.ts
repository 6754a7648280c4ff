import type { ExportKind } from './export-summary.ts';
import type { ExportFile, ExportFiles } from './files/export-files.ts';
import type {
  MarkupForm,
  RecordPlace,
  SourceConversation,
  SourceGivenFile,
  SourceGivenReaction,
  SourceMember,
  SourceMessage,
  SourceTopic,
  SourceUser,
  UnreadableRow,
} from './neutral.ts';

/** Findings of a reader about the files, from their content. */
export type Detected = {
  /** The form of the export, for people: `zip of a workspace`. */
  readonly variant: string;
  /** Declarations that the pipeline would need, as far as the files tell. */
  readonly shape?: ExportInput['shape'];
  /** Files of anything else may look the same: they are of this system only where the pipeline says so. */
  readonly isCommon?: true;
  /** Only their structure tells: any system that knows more of them comes first. */
  readonly isGuess?: true;
};

/** A question about the tables of an export that only a person can answer. */
export type ShapeQuestion = {
  /** The place in `shape`, such as `messages.table`. */
  readonly id: string;
  readonly text: string;
  /** Possible answers, the most likely first; none if any text can be one. */
  readonly choices: readonly { readonly value: string; readonly evidence?: string }[];
  readonly best?: string;
  readonly example?: string;
  /** Says what is wrong with an answer; undefined if it is usable. */
  check(answer: string): string | undefined;
};

/** Columns of a table, and rules for its rows. */
type ShapePart = Readonly<Record<string, unknown>>;

/** A `shape` with `"?"` for each open question, and sentences about its parts. */
export type ShapeDraft = {
  readonly shape: Readonly<Record<string, ShapePart | readonly ShapePart[] | boolean>>;
  readonly remarks: Readonly<Record<string, readonly string[]>>;
  readonly questions: readonly ShapeQuestion[];
  /** Sentences about what may be wrong. */
  readonly doubts: readonly string[];
};

/** Drafts the shape of an export with some answers, by the id of their question. */
export type ShapeDrafter = (answers: ReadonlyMap<string, string>) => ShapeDraft;

/** Kinds whose unreadable rows are rejected; files and reactions, which belong to messages, with those. */
export type RejectedKind = 'users' | 'conversations' | 'members' | 'messages' | 'reactions' | 'attachments';

/** Takes what both passes over an export find. */
type Sink = {
  /** A row of a kind that cannot be read; it is rejected. */
  unreadable(kind: RejectedKind, row: UnreadableRow, place: RecordPlace): void;
  /** Something that the reader leaves out, by reason. */
  dropped(kind: ExportKind, reason: string, count?: number): void;
  /** Says something about the export as a whole, once. */
  note(sentence: string): void;
};

/** Rejects the rows of a file that cannot be read, as rows of a kind. */
export const rejectedAs =
  (kind: RejectedKind, sink: Pick<Sink, 'unreadable'>) =>
  (row: UnreadableRow, place: RecordPlace): void =>
    sink.unreadable(kind, row, place);

/** Takes the people and the conversations of an export. A later record with the same id replaces an earlier one. */
export interface PeopleSink extends Sink {
  user(user: SourceUser, place: RecordPlace): void;
  conversation(conversation: SourceConversation, place: RecordPlace): void;
  /** A topic of a public or private conversation; comes after that and before its members. */
  topic(topic: SourceTopic, place: RecordPlace): void;
  member(member: SourceMember, place: RecordPlace): void;
}

/** Takes the messages of an export, in any order of time; messages of the same time stay in the order in which they come. */
export interface MessageSink extends Sink {
  message(message: SourceMessage, place: RecordPlace): void;
  reaction(reaction: SourceGivenReaction, place: RecordPlace): void;
  /** A file of a message that comes later: all of them come before the messages. */
  file(file: SourceGivenFile, place: RecordPlace): void;
}

/** Input of a reader: the files, and the pipeline's words on them. */
export type ExportInput = {
  readonly files: ExportFiles;
  readonly signal: AbortSignal;
  /** The zone of times without one, such as `Europe/Berlin`; absent if none is declared. */
  readonly zone?: string | undefined;
  /** The uid of a person, for a text that names one. */
  uidOf(id: string): string;
  /** True if each file of a message is copied from where its message is. */
  readonly copiesFiles?: boolean | undefined;
  /** Further declarations of the pipeline, such as names of tables and fields. */
  readonly shape?: Readonly<Record<string, unknown>> | undefined;
};

export type Markups = Readonly<Record<string, MarkupForm>>;

/** The second pass over an export: all messages and reactions. */
type ReadMessages = (sink: MessageSink) => Promise<void>;

/** Reads the exports of one system. Only the registry `systems.ts` knows which systems exist. */
export interface ExportReader {
  /** The name in pipeline files. */
  readonly system: string;
  /** The name in messages to people. */
  readonly label: string;
  /** True if the ids of messages are unique in their conversation only. */
  readonly idsPerConversation?: boolean;
  /** Forms of marked-up text in its messages, by name. */
  readonly markups?: Markups;
  /**
   * Recognises an export by its content, never by the names that people give files; undefined if it is of another system.
   * @param files of thousands of files some
   * @param shape what the pipeline declares besides; absent unless it names this system
   * @param isOthers tells which database files another reader owns; absent where the pipeline names this system
   * @throws RunError `EXPORT.FORM_UNSUPPORTED` for an export of this system in a form that cannot be read
   */
  detect(
    files: ExportFiles,
    shape?: ExportInput['shape'],
    isOthers?: (file: ExportFile) => Promise<boolean>,
  ): Promise<Detected | undefined>;
  /** True if a database file of SQLite is certainly of this system: its tables mean nothing to another one. */
  ownsDatabase?(file: ExportFile): Promise<boolean>;
  /**
   * Looks at the values of tables that are not clear without a shape; undefined if they are.
   * @param input whose `shape` has only what is said of the tables as a whole
   */
  draftShape?(input: Pick<ExportInput, 'files' | 'signal' | 'shape'>): Promise<ShapeDrafter | undefined>;
  /** The first pass: all people, conversations and members. Returns the second one, which goes on with what was found. */
  readPeople(input: ExportInput, sink: PeopleSink): Promise<ReadMessages>;
}
