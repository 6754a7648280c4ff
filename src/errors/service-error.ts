/** The codes that this library gives where the service has said none; none of the service's own has a dot. */
export const clientCodes = {
  'OPTIONS.INVALID': 'an option of the client is missing or is not what it must be',
  'REQUEST.INVALID': 'an argument is not what the service takes; nothing was sent',
  'SERVICE.UNREACHABLE': 'nobody was reached; the request was never sent',
  'SERVICE.NO_ANSWER': 'the request was sent and its answer was lost: it may have been carried out',
  'SERVICE.OUTAGE': 'no request has succeeded for the time of the outage budget',
  'SERVICE.TLS': 'no trusted connection: the certificate or its authority is not the expected one',
  'SERVICE.FOREIGN_ANSWER': 'what answered is not this service, or it answered in a form of its own',
  'CLIENT.CLOSED': 'the client has been closed',
  'SERVICE.ENDLESS_LIST': 'a list did not come to an end within the bound on its pages',
} as const;

export type ClientCode = keyof typeof clientCodes;

/** What is known of a failed call besides its code and message. */
export type ServiceErrorFacts = {
  /** HTTP status of the answer; absent where there was none. */
  readonly status?: number | undefined;
  /** What the service says against single fields, by field. */
  readonly details?: Readonly<Record<string, readonly string[]>> | undefined;
  /** The service's words for developers. */
  readonly devMessage?: string | undefined;
  /** The part of the service that refused, such as `chat-api`. */
  readonly source?: string | undefined;
  /** How long the service asks to wait before the next try, milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /** Method and path template of the call, such as `GET /users/{uid}`. */
  readonly call?: string | undefined;
  readonly maybeDone?: boolean | undefined;
};

/**
 * The one error of the client: a call that the service refused, or that has no answer of the service. `code` is the
 * service's (`ERR_UID_NOT_FOUND`) or, with a dot in it, one of `clientCodes`. No member ever holds a key.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: string;
  readonly status: number | undefined;
  readonly details: Readonly<Record<string, readonly string[]>>;
  readonly devMessage: string | undefined;
  readonly source: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly call: string | undefined;
  /** True where the call, or an earlier try of it, may have been carried out although it ends in this error. */
  readonly maybeDone: boolean;

  constructor(code: string, message: string, facts: ServiceErrorFacts = {}) {
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
