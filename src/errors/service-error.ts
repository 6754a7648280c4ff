import type { KnownServiceCode } from './known-codes.ts';

/** Codes of this library, for failures for which the service sent no code. The service's own codes contain no dot. */
export const clientCodes = {
  'OPTIONS.INVALID': 'an option of the client is missing or invalid',
  'REQUEST.INVALID': 'an argument is not valid; nothing was sent',
  'SERVICE.UNREACHABLE': 'no connection; the request was never sent',
  'SERVICE.NO_ANSWER': 'the request was sent and its answer was lost: the service may have carried it out',
  'SERVICE.OUTAGE': 'no request has succeeded for the time of the outage budget',
  'SERVICE.TLS': 'no trusted connection: the certificate or its authority is not the expected one',
  'SERVICE.PROXY': 'the proxy does not let the request through; it was never sent',
  'SERVICE.FOREIGN_ANSWER': 'the answer is not from this service, or not in its documented form',
  'CLIENT.TIMEOUT': 'the time of the call was over before its turn; nothing was sent',
  'CLIENT.CLOSED': 'the client has been closed',
  'SERVICE.ENDLESS_LIST': 'a list did not end: too many pages, or a cursor that does not move',
} as const;

export type ClientCode = keyof typeof clientCodes;

/**
 * Values of `ServiceError.code`: a code of this library, a known code of the service, or any other code of the service.
 */
export type ServiceErrorCode = ClientCode | KnownServiceCode | (string & {});

/** Facts about a failed call besides its code and message. */
export type ServiceErrorFacts = {
  /** HTTP status of the response; absent if there was none. */
  readonly status?: number | undefined;
  /** The service's messages about single fields, by field. */
  readonly details?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The service's message for developers. */
  readonly devMessage?: string | undefined;
  /** The part of the service that refused, such as `chat-api`. */
  readonly source?: string | undefined;
  /** Milliseconds that the service asks to wait before the next attempt. */
  readonly retryAfterMs?: number | undefined;
  /** Method and path template of the call, such as `GET /users/{uid}`. */
  readonly call?: string | undefined;
  readonly maybeDone?: boolean | undefined;
};

/**
 * The only error class of the client: the service refused a call or sent no usable response, or the input was invalid.
 * `code` is the service's own code (`ERR_UID_NOT_FOUND`) or one of `clientCodes`, which contain a dot. No property ever
 * contains a key.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ServiceErrorCode;
  readonly status: number | undefined;
  readonly details: Readonly<Record<string, readonly string[]>>;
  readonly devMessage: string | undefined;
  readonly source: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly call: string | undefined;
  /** True if the service may have executed this call, or an earlier attempt of it, despite the error. */
  readonly maybeDone: boolean;

  constructor(code: ServiceErrorCode, message: string, facts: ServiceErrorFacts = {}) {
    super(message);
    this.code = code;
    this.status = facts.status;
    this.details = facts.details ?? {};
    this.devMessage = facts.devMessage;
    this.source = facts.source;
    this.retryAfterMs = facts.retryAfterMs;
    this.call = facts.call;
    this.maybeDone = facts.maybeDone ?? false;
  }
}
