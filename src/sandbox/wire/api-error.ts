/** Problems by field, in the form of the service's validation answers. */
export type Details = Readonly<Record<string, readonly string[]>>;

/** The HTTP status of each error code. One that is not listed has 404 if it says that something was not found, else 400. */
const STATUS: ReadonlyMap<string, number> = new Map([
  ['AUTH_ERR_EMPTY_APIKEY', 401],
  ['AUTH_ERR_EMPTY_AUTH_HEADER', 401],
  ['AUTH_ERR_INVALID_APPID', 401],
  ['AUTH_ERR_NO_ACCESS', 403],
  ['ERR_NOT_A_MEMBER', 404],
  ['ERR_PERMISSION_DENIED', 403],
  ['ERR_SYSTEM_PINNED_CONVERSATION', 403],
  ['ERR_MESSAGE_NO_ACCESS', 403],
  ['ERR_MESSAGE_NOT_A_SENDER', 403],
  ['ERR_MESSAGE_ACTION_NOT_ALLOWED', 403],
  ['ERR_GROUP_NOT_JOINED', 403],
  ['ERR_GROUP_NO_MODERATOR_SCOPE', 403],
  ['ERR_BLOCKED_RECEIVER', 403],
  ['ERR_BLOCKED_SENDER', 403],
  ['ERR_CONVERSATION_NOT_ACCESSIBLE', 404],
  ['ERR_ALREADY_JOINED', 417],
  ['ERR_NOT_A_BANNED_USER', 404],
  ['ERR_BANNED_GROUPMEMBER', 403],
  ['ERR_GROUP_JOIN_NOT_ALLOWED', 403],
  ['ERR_GROUP_NO_ADMIN_SCOPE', 403],
  ['ERR_GROUP_NO_SCOPE_CLEARANCE', 403],
  ['ERR_GROUP_NO_SELF_ACTION', 403],
  ['ERR_TOO_MANY_REQUESTS', 429],
  ['ERR_EXCEPTION', 500],
  ['AUTH_ERR_AUTH_TOKEN_NOT_FOUND', 401],
  ['ERR_CANNOT_BLOCK_SELF', 401],
  ['ERR_CANNOT_FORM_SELF_RELATION', 403],
]);

/**
 * A secret as errors show it. Documented: the values of `apiKey` and `authToken` are masked. The form is assumed:
 * the first four characters of a long one, then four stars.
 */
const masked = (secret: string): string => `${secret.length >= 12 ? secret.slice(0, 4) : ''}****`;

/** A refusal in the service's words. Handlers throw it, and the server answers with it. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly details: Details | undefined;
  /** The message with the secret in it. Only the switch `plainkeys` shows it. */
  readonly plain: string;

  /**
   * `status` replaces the code's own status, for codes whose status depends on a switch. `secret` is a key or
   * token that the message names; it is masked.
   */
  constructor(
    code: string,
    message: string,
    options: { details?: Details; status?: number; secret?: string | undefined } = {},
  ) {
    const { secret } = options;
    super(secret ? message.replaceAll(secret, masked(secret)) : message);
    this.name = 'ApiError';
    this.code = code;
    this.status = options.status ?? STATUS.get(code) ?? (code.endsWith('_NOT_FOUND') ? 404 : 400);
    this.details = options.details;
    this.plain = message;
  }
}

/** The error object as JSON text, for a whole answer and for one row of an import. */
export function errorJson(error: ApiError, code = error.code, message = error.message): string {
  return JSON.stringify({
    message,
    devMessage: message,
    source: 'chat-api',
    code,
    ...(error.details && { details: error.details }),
  });
}

/** The message of every validation failure. */
export const INVALID_DATA = 'Failed to validate the data sent with the request.';

/** A validation failure with its problems by field. Import rows have another `code`. */
export function invalid(details: Details, code = 'ERR_BAD_REQUEST'): ApiError {
  return new ApiError(code, INVALID_DATA, { details });
}

/** A refusal that says something of a user: what it is, has or does. */
export const userRefused = (code: string, uid: string | undefined, what: string): ApiError =>
  new ApiError(code, `The user with uid ${uid} ${what}.`);

/** A refusal that says something of a message. */
export const messageRefused = (code: string, id: number, what: string): ApiError =>
  new ApiError(code, `The message with id ${id} ${what}.`);

/** The refusal of one more of what may be there only so often, such as `pinned messages`. */
export const limitReached = (code: string, what: string, where: string, max: number): ApiError =>
  new ApiError(code, `The number of ${what} for the ${where} has reached the allowed limit of ${max}.`);

/** The refusal of a user that does not exist or is deactivated. */
export function uidNotFound(uid: string): ApiError {
  return new ApiError(
    'ERR_UID_NOT_FOUND',
    `The UID ${uid} does not exist, please make sure you have created a user with UID ${uid}.`,
  );
}

/** The refusal of a group that does not exist. */
export function guidNotFound(guid: string): ApiError {
  return new ApiError(
    'ERR_GUID_NOT_FOUND',
    `The GUID ${guid} does not exist, please make sure you have created a group with GUID ${guid}.`,
  );
}

/** The refusal of a role that does not exist. */
export function roleNotFound(role: string): ApiError {
  return new ApiError('ERR_ROLE_NOT_FOUND', `The role ${role} does not exist.`);
}

/** The refusal of a message that does not exist, with its documented text. */
export function messageNotFound(): ApiError {
  return new ApiError('ERR_MESSAGE_ID_NOT_FOUND', "Message with the provided info doesn't exist.");
}

/** The refusal of a user that is a member already. */
export function alreadyJoined(uid: string, guid: string): ApiError {
  return userRefused('ERR_ALREADY_JOINED', uid, `has already joined the group with guid ${guid}`);
}

/** The refusal of a user that is banned from the group. */
export function bannedFromGroup(uid: string, guid: string): ApiError {
  return userRefused('ERR_BANNED_GROUPMEMBER', uid, `is banned from the group with guid ${guid}`);
}

/** The refusal of a user that is not in the group. */
export function notAMember(uid: string, guid: string): ApiError {
  return userRefused('ERR_NOT_A_MEMBER', uid, `is not a member of group with guid ${guid}`);
}

/** The refusal of a uid that is taken. */
export function uidExists(uid: string): ApiError {
  return new ApiError(
    'ERR_UID_ALREADY_EXISTS',
    `The uid ${uid} already exists. Please use another uid or try after permanently deleting the user.`,
  );
}

/** The refusal of a guid that is taken. */
export function guidExists(guid: string): ApiError {
  return new ApiError(
    'ERR_GUID_ALREADY_EXISTS',
    `The guid ${guid} already exists. Please use another guid or try after permanently deleting the group.`,
  );
}

/** Refuses one more of something than an app may have. */
export function checkQuota(count: number, max: number, what: string): void {
  if (count < max) return;
  throw new ApiError('ERR_PLAN_QUOTA_RESTRICTION', `An app may not have more than ${max} ${what}.`);
}

/** Why a sandbox could not start, or do what was asked of it; stable, for programs that react to it. */
export type SandboxErrorCode =
  | 'OPTION_INVALID'
  | 'HOST_REFUSED'
  | 'PORT_IN_USE'
  | 'DATA_IN_USE'
  | 'DATA_UNREADABLE'
  | 'APP_ID_MISMATCH'
  | 'CLOCK_BACK'
  | 'SNAPSHOT_UNKNOWN'
  | 'SNAPSHOT_VERSION'
  | 'SEED_FAILED'
  | 'CLOSED'
  | 'TOKEN_WRONG'
  | 'NOT_LOCAL'
  | 'CALL_UNKNOWN';

/** A sandbox that cannot start or do what was asked, with a code for programs and a message for people. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  /** `cause` is the error underneath, where there is one. */
  constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SandboxError';
    this.code = code;
  }
}
