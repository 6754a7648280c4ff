/** Problems by field, in the form of the service's validation answers. */
export type Details = Readonly<Record<string, readonly string[]>>;
/** A refusal in the service's words. Handlers throw it, and the server answers with it. */
export declare class ApiError extends Error {
    readonly code: string;
    readonly status: number;
    readonly details: Details | undefined;
    /** The message with the secret in it. Only the switch `plainkeys` shows it. */
    readonly plain: string;
    /**
     * `status` replaces the code's own status, for codes whose status depends on a switch. `secret` is a key or
     * token that the message names; it is masked.
     */
    constructor(code: string, message: string, options?: {
        details?: Details;
        status?: number;
        secret?: string | undefined;
    });
}
/** The error object as JSON text, for a whole answer and for one row of an import. */
export declare function errorJson(error: ApiError, code?: string, message?: string): string;
/** The message of every validation failure. */
export declare const INVALID_DATA = "Failed to validate the data sent with the request.";
/** A validation failure with its problems by field. Import rows have another `code`. */
export declare function invalid(details: Details, code?: string): ApiError;
/** A refusal that says something of a user: what it is, has or does. */
export declare const userRefused: (code: string, uid: string | undefined, what: string) => ApiError;
/** A refusal that says something of a message. */
export declare const messageRefused: (code: string, id: number, what: string) => ApiError;
/** The refusal of one more of what may be there only so often, such as `pinned messages`. */
export declare const limitReached: (code: string, what: string, where: string, max: number) => ApiError;
/** The refusal of a user that does not exist or is deactivated. */
export declare function uidNotFound(uid: string): ApiError;
/** The refusal of a group that does not exist. */
export declare function guidNotFound(guid: string): ApiError;
/** The refusal of a role that does not exist. */
export declare function roleNotFound(role: string): ApiError;
/** The refusal of a message that does not exist, with its documented text. */
export declare function messageNotFound(): ApiError;
/** The refusal of a user that is a member already. */
export declare function alreadyJoined(uid: string, guid: string): ApiError;
/** The refusal of a user that is banned from the group. */
export declare function bannedFromGroup(uid: string, guid: string): ApiError;
/** The refusal of a user that is not in the group. */
export declare function notAMember(uid: string, guid: string): ApiError;
/** The refusal of a uid that is taken. */
export declare function uidExists(uid: string): ApiError;
/** The refusal of a guid that is taken. */
export declare function guidExists(guid: string): ApiError;
/** Refuses one more of something than an app may have. */
export declare function checkQuota(count: number, max: number, what: string): void;
/** Why a sandbox could not start; stable, for programs that react to it. */
type SandboxErrorCode = 'OPTION_INVALID' | 'HOST_REFUSED' | 'PORT_IN_USE' | 'DATA_IN_USE' | 'DATA_UNREADABLE' | 'APP_ID_MISMATCH';
/** A sandbox that cannot start, with a code for programs and a message for people. */
export declare class SandboxError extends Error {
    readonly code: SandboxErrorCode;
    /** `cause` is the error underneath, where there is one. */
    constructor(code: SandboxErrorCode, message: string, cause?: unknown);
}
export {};
