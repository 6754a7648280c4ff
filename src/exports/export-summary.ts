/** Kinds of what is counted in an export. Every one of a kind ends in exactly one outcome. */
export const exportKinds = [
  'users',
  'conversations',
  'topics',
  'members',
  'messages',
  'replies',
  'reactions',
  'edits',
  'deletions',
  'pins',
  'attachments',
  'polls',
  'reads',
  'bans',
  'mutes',
  'devices',
  'roles',
  'friends',
  'blocks',
] as const;
export type ExportKind = (typeof exportKinds)[number];

/** Outcomes of everything of one kind: `read` is the sum of the others. */
export type KindCounts = {
  readonly read: number;
  /** Handed to the run as it is. */
  readonly imported: number;
  /** Handed to the run in another form: other markup, parts of a long text, a link in place of a file. */
  readonly converted: number;
  /** Kept in the metadata of what it belongs to. */
  readonly kept: number;
  /** Left out, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  /** Of the reasons that are made of several, how many of each: `{ system: { channel_join: 3, channel_topic: 1 } }`. */
  readonly detail?: Readonly<Record<string, Readonly<Record<string, number>>>>;
};

export type ExportCounts = Readonly<Partial<Record<ExportKind, KindCounts>>>;

/** The kinds that an export has, in their order, with their counts. */
export const entriesOfKinds = (counts: ExportCounts): readonly (readonly [ExportKind, KindCounts])[] =>
  exportKinds.flatMap((kind) => {
    const found = counts[kind];
    return found ? [[kind, found] as const] : [];
  });

/** Contents of the export of another chat system, and their outcomes. */
export type ExportSummary = {
  /** As in the pipeline file. */
  readonly system: string;
  /** The name of the system for people. */
  readonly label: string;
  /** The form of the export, for people. */
  readonly variant: string;
  /** When the first and the last message were sent, RFC 3339; absent if there are none. */
  readonly first?: string;
  readonly last?: string;
  /** By kind: how many the export has, and what becomes of them. */
  readonly kinds: ExportCounts;
  /** Sentences about the export as a whole. */
  readonly notes: readonly string[];
  /** Present if it was read through the API of the system. */
  readonly pulled?: PulledSummary;
};

/** Counts of what was read from the API of an old system. */
export type PulledSummary = {
  /** The address of the API. */
  readonly source: string;
  /** When that was done, RFC 3339. */
  readonly at: string;
  readonly requests: number;
  /** Bytes of the answers. */
  readonly bytes: number;
  readonly users: number;
  readonly conversations: number;
  readonly messages: number;
  /** Conversations that could not be read although they are listed: what was read of them before is what there is. */
  readonly unread?: {
    readonly count: number;
    readonly samples: readonly {
      readonly conversation: string;
      readonly code: string;
      readonly message: string;
    }[];
  };
};
