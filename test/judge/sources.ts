/**
 * Where the entries were read, by the key in `source`. None of it is part of the repository. The documents of the
 * vendor are read as of November 2026; a name behind a key is the operation, a number the section.
 */
export const SOURCES = {
  S: 'the specification of this project',
  F: 'public facts of the service, collected for this project: sections 1 to 9',
  U: 'what the vendor has published since: sections 0 to 11 of the same collection',
  N: "the vendor's OpenAPI document of the chat API, by operation",
  J: "the vendor's OpenAPI document of the data import, by operation",
  K: "the vendor's OpenAPI document of the calls, by operation",
  M: "the vendor's OpenAPI document of the management API, by operation",
  P: "the vendor's page of the call",
  E: "the vendor's error guide",
  MD: "the vendor's list of moderation errors, and its limits",
  KE: "the vendor's list of call errors",
  AG: "the vendor's pages on AI agents",
} as const;

/** The documented status of each code (F 5, U 11); a code that is not here has no published status. */
export const STATUSES: Readonly<Record<string, number>> = {
  ERR_BAD_REQUEST: 400,
  AUTH_ERR_NO_ACCESS: 403,
  AUTH_ERR_APIKEY_NOT_FOUND: 404,
  AUTH_ERR_AUTH_TOKEN_NOT_FOUND: 401,
  ERR_UID_NOT_FOUND: 404,
  ERR_GUID_NOT_FOUND: 404,
  ERR_ROLE_NOT_FOUND: 404,
  ERR_NOT_A_MEMBER: 404,
  ERR_CALL_SESSION_NOT_FOUND: 404,
  ERR_MESSAGE_ID_NOT_FOUND: 404,
  ERR_ROLE_ALREADY_EXISTS: 400,
  ERR_ALREADY_JOINED: 417,
  ERR_CANNOT_BLOCK_SELF: 401,
  ERR_CANNOT_FORM_SELF_RELATION: 403,
  ERR_PINNED_MESSAGES_LIMIT_EXCEEDED: 400,
  ERR_SAVED_MESSAGES_LIMIT_EXCEEDED: 400,
  ERR_PINNED_CONVERSATIONS_LIMIT_EXCEEDED: 400,
  ERR_SYSTEM_PINNED_CONVERSATIONS_LIMIT_EXCEEDED: 400,
  ERR_SYSTEM_PINNED_CONVERSATION: 403,
  ERR_PERMISSION_DENIED: 403,
};
