/** A row as the service answers it. */
export type TargetRow = Readonly<Record<string, unknown>>;

/** A list of the service, page by page; each row once. */
export type TargetList = AsyncIterable<readonly TargetRow[]>;

/** Reads a service. Every list rejects with a ServiceError where it cannot be read, with a RunError where nothing can. */
export interface TargetReader {
  /** Deactivated ones too. */
  users(): TargetList;
  groups(): TargetList;
  members(guid: string): TargetList;
  bannedUsers(guid: string): TargetList;
  /** Oldest first; of the whole app where no conversation is named. */
  messages(conversationId?: string): TargetList;
  /** Newest first. */
  newestMessages(conversationId: string): TargetList;
  /** Each with its last message; one between two users comes once for each of them. */
  conversations(): TargetList;
}
