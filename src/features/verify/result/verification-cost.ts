import { type EntityName, entityNames } from '../../../input/entities/entity.ts';

/** Rows per request: the documented maximum. */
export const LIST_PAGE_ROWS = 1_000;

/** Requests that a list of this many rows needs at least. */
export const pagesOf = (rows: number): number => Math.max(1, Math.ceil(rows / LIST_PAGE_ROWS));

/** Requests and time of a verification, estimated from the sources; the service may have more rows. */
export type VerificationCost = {
  readonly requests: number;
  readonly requestsPerMinute: number | undefined;
  readonly minutes: number;
};

/** Numbers that the cost of a verification depends on. */
export type CostFacts = {
  /** Rows of the sources that are compared. */
  readonly rows: Readonly<Partial<Record<EntityName, number>>>;
  /** Groups whose members are read. */
  readonly memberGroups: number;
  readonly conversations: number;
  /** Of optional entities that are read part by part, such as user by user: how many parts. */
  readonly parts: Readonly<Partial<Record<EntityName, number>>>;
  readonly quick: boolean;
  readonly byConversation: boolean;
  /** Infinity if there is no limit. */
  readonly requestsPerMinute: number;
};

/** Requests that a comparison needs at least, and the time they take at the limits. */
export function verificationCost(facts: CostFacts): VerificationCost {
  const { rows, memberGroups, conversations, parts, quick, byConversation, requestsPerMinute } = facts;
  const list = (count: number | undefined): number => (count === undefined ? 0 : pagesOf(count));
  const members = rows.members === undefined ? 0 : 2 * memberGroups + Math.floor(rows.members / 1_000);
  const messages = byConversation ? conversations : list(rows.messages);
  /** Requests for entities that are not read as one list. */
  const special: Readonly<Partial<Record<EntityName, number>>> = {
    members: quick ? (rows.members !== undefined && rows.groups === undefined ? 1 : 0) : members,
    // A conversation of two users is listed once for each of them.
    messages: quick ? (rows.messages === undefined ? 0 : pagesOf(2 * conversations)) : messages,
  };
  const requests = entityNames.reduce(
    (sum, name) => sum + (special[name] ?? parts[name] ?? list(rows[name])),
    0,
  );
  const limited = Number.isFinite(requestsPerMinute);
  return {
    requests,
    requestsPerMinute: limited ? requestsPerMinute : undefined,
    minutes: limited ? requests / requestsPerMinute : 0,
  };
}
