import type { AllPolicies } from '../../export-rules.ts';
import type { Conversations } from '../conversations.ts';
import type { People } from '../people.ts';

/** What messages are made with. */
export type MessageDeps = {
  readonly system: string;
  readonly policies: AllPolicies;
  readonly people: People;
  readonly conversations: Conversations;
  readonly filesBase: string | undefined;
  /** True if ids of messages are unique in their conversation alone. */
  readonly isPerConversation: boolean;
  /** True if messages that were deleted get a row that says so: a sync removes those that an earlier export still had. */
  readonly statesDeletions: boolean;
  uidOf(id: string): string;
  /** True if the export has a file at this path. */
  isFile(path: string): boolean;
};
