/** What a run would do with one conversation. */
export type PlannedConversation = {
  readonly conversation: string;
  readonly new: number;
  readonly changed: number;
};
