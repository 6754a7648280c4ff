/** Why a sandbox could not start; stable, for programs that react to it. */
export type SandboxErrorCode =
  | 'OPTION_INVALID'
  | 'HOST_REFUSED'
  | 'PORT_IN_USE'
  | 'DATA_IN_USE'
  | 'DATA_UNREADABLE'
  | 'APP_ID_MISMATCH';

/** A sandbox that cannot start, with a code for programs and a message for people. */
export class SandboxError extends Error {
  readonly code: SandboxErrorCode;

  /** `cause` is the error underneath, where there is one. */
  constructor(code: SandboxErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SandboxError';
    this.code = code;
  }
}
