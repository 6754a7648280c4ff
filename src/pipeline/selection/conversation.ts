/** A conversation as a user names it, in lower case as ids are compared. */
export type NamedConversation = {
  /** The groups that it can be. */
  readonly groups: ReadonlySet<string>;
  /** The pairs of users that it can be; both orders of a pair are the same. */
  readonly pairs: readonly (readonly [string, string])[];
};

/**
 * Reads the name of a conversation: a guid, two uids as `a,b`, the service's own `group_<guid>` or `<uid>_user_<uid>`, or as
 * `plan --conversations` lists it. Ids may contain `_user_`, so one name can be several conversations.
 */
export function namedConversation(text: string): NamedConversation {
  const name = text.trim().toLowerCase();
  const listed = /^u (\S+) (\S+)$/.exec(name) ?? /^([^,\s]+)\s*,\s*([^,\s]+)$/.exec(name);
  const [, first, second] = listed ?? [];
  if (first !== undefined && second !== undefined) return { groups: new Set(), pairs: [[first, second]] };
  const parts = name.split('_user_');
  const pairs = parts
    .slice(1)
    .map((_, at) => [parts.slice(0, at + 1).join('_user_'), parts.slice(at + 1).join('_user_')] as const);
  return { groups: new Set([name, name.replace(/^(?:group_|g )/, '')]), pairs };
}

/** True if a message belongs to the conversation. */
export const isOf = (
  { groups, pairs }: NamedConversation,
  sender: string,
  receiver: string,
  toGroup: boolean,
): boolean =>
  toGroup
    ? groups.has(receiver)
    : pairs.some(
        ([one, other]) => (one === sender && other === receiver) || (one === receiver && other === sender),
      );
