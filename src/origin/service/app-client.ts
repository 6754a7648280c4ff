import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { documentedPerMinute } from '../../service/api/endpoints.ts';
import { ChatService } from '../../service/client/chat-service.ts';
import { ClockSkew } from '../../service/transport/exchange/clock-skew.ts';
import { openPool } from '../../service/transport/http.ts';
import type { Secret } from '../../service/transport/secret.ts';
import { isRecord } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import { type OriginAccount, OriginError, type OriginRow, unlessGone } from '../origin.ts';

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

/** A part of a list of the service, as it was received. */
export type ServicePage = {
  readonly rows: readonly OriginRow['row'][];
  /** The rows of a full page, as the service says; it may allow fewer than were asked for. */
  readonly size?: number | undefined;
  /** All rows of the list, if the service says so. */
  readonly total?: number | undefined;
};

/** The app is in use: half of what the service documents is left to it. */
const SHARE = 0.5;
const SECONDS_A_MINUTE = 60;
/** A page of a thousand messages may have some megabytes. */
const ATTEMPT_MS = 60_000;
const CONNECTIONS = 8;
const OUTAGE_MS = 3_600_000;
const QUOTED_CHARS = 200;

/** Codes that say that something is not there, and the path of its own record. */
const OWN_PATHS: Readonly<Record<string, string>> = {
  ERR_GUID_NOT_FOUND: '/groups/{guid}',
  ERR_UID_NOT_FOUND: '/users/{uid}',
  ERR_MESSAGE_ID_NOT_FOUND: '/messages/{id}',
  ERR_MSG_NOT_FOUND: '/messages/{id}',
};

/** Asks an app of the service for its lists, with a client of its own, and counts the requests. */
export class ServiceAsk implements AsyncDisposable {
  /** Requests so far, each repeated one as well, and bytes of their answers. */
  readonly counts = { requests: 0, bytes: 0 };
  readonly #client: ChatService;
  readonly #pool: ReturnType<typeof openPool>;
  readonly #address: string;
  readonly #key: Secret;

  /** The clock of the service. */
  readonly skew = new ClockSkew();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(
    address: string,
    { secrets, caFile, requestsPerSecond }: OriginAccount,
    clock: Pick<Clock, 'now'>,
    outageMs = OUTAGE_MS,
  ) {
    this.#clock = clock;
    const { apiKey } = secrets;
    if (!apiKey) throw new RunError('AUTH.KEY_MISSING', 'sources.export.api: apiKey is missing');
    this.#address = address;
    this.#key = apiKey;
    const rate = requestsPerSecond === undefined ? undefined : requestsPerSecond * SECONDS_A_MINUTE;
    this.#pool = openPool({ baseUrl: address, caFile, connections: CONNECTIONS });
    this.#client = new ChatService({
      baseUrl: address,
      apiKey,
      dispatcher: this.#pool,
      attemptMs: ATTEMPT_MS,
      outageMs,
      requestsPerMinute: {
        core: rate ?? documentedPerMinute.core * SHARE,
        standard: rate ?? documentedPerMinute.standard * SHARE,
      },
      observe: (event) => {
        if (!('method' in event)) return;
        this.counts.requests++;
        this.counts.bytes += event.bytes ?? 0;
      },
    });
  }

  /**
   * Asks for a part of a list. It is `gone` only if the service says so of the group, user or message that it is of, and of its
   * own record as well: any other 404 is a fault.
   * @param ids what stands in braces in the path
   * @throws OriginError; RunError `PULL.AUTH`, `PULL.SILENT`, `PULL.HOST`; the reason of the signal
   */
  async page(
    path: string,
    query: Query,
    signal: AbortSignal,
    ids: Readonly<Record<string, string>> = {},
  ): Promise<ServicePage> {
    const { data, meta } = await this.#answer(path, query, signal, ids);
    if (isRows(data)) return pageOf(data, meta);
    throw this.#noSuch('list', path, ids, data);
  }

  /**
   * Asks for the record of a group, user or message; undefined if it is there no more.
   * @throws as `page`
   */
  async record(
    path: string,
    ids: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<OriginRow['row'] | undefined> {
    const answer = await unlessGone(this.#answer(path, {}, signal, ids));
    if (answer === undefined) return undefined;
    if (isRecord(answer.data)) return answer.data;
    throw this.#noSuch('record', path, ids, answer.data);
  }

  async #answer(
    path: string,
    query: Query,
    signal: AbortSignal,
    ids: Readonly<Record<string, string>>,
  ): Promise<{ readonly data: unknown; readonly meta: Readonly<Record<string, unknown>> }> {
    const shown = this.#shown(path, ids);
    if (!Object.values(ids).every((id) => id.isWellFormed()))
      throw new OriginError('refused', `${shown} has an id that is no text`);
    try {
      const { data: answer, headers } = await this.#client
        .request({ method: 'GET', path, params: ids, query }, { signal })
        .withResponse();
      this.skew.take({ headers }, this.#clock.now());
      return answer;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      const { code, status } = error;
      const isGone = status === 404 && (await this.#isGone(path, ids, code, signal));
      if (isGone)
        throw new OriginError('gone', `${shown}: ${error.message.slice(0, QUOTED_CHARS)}`, { status, code });
      throw faultOf(error, shown);
    }
  }

  #noSuch(what: string, path: string, ids: Readonly<Record<string, string>>, data: unknown): OriginError {
    const said = this.#key.scrub(JSON.stringify(data) ?? '');
    return new OriginError(
      'form',
      `${this.#shown(path, ids)} answers with no ${what}: ${said.slice(0, QUOTED_CHARS)}`,
    );
  }

  /** Asks for the record of the group, user or message that a list is of, if the code says that it is not there. */
  async #isGone(
    path: string,
    ids: Readonly<Record<string, string>>,
    code: string,
    signal: AbortSignal,
  ): Promise<boolean> {
    const own = OWN_PATHS[code];
    if (own === path) return true;
    if (own === undefined || !path.startsWith(`${own}/`)) return false;
    try {
      const { data } = await this.#client.request({ method: 'GET', path: own, params: ids }, { signal });
      // What was deleted may still have a record.
      return isRecord(data) && [data['deletedAt'], data['deactivatedAt']].some((time) => (time ?? 0) !== 0);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      if (error.status === 404 && error.code === code) return true;
      throw faultOf(error, this.#shown(own, ids));
    }
  }

  #shown(path: string, ids: Readonly<Record<string, string>>): string {
    const idOf = (name: string): string =>
      encodeURIComponent((ids[name] ?? '').slice(0, QUOTED_CHARS).toWellFormed());
    return this.#address + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => idOf(name));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
    await this.#pool.destroy();
  }
}

const isRows = (data: unknown): data is ServicePage['rows'] => Array.isArray(data) && data.every(isRecord);

function pageOf(rows: ServicePage['rows'], meta: Readonly<Record<string, unknown>>): ServicePage {
  const part = (name: string): Readonly<Record<string, unknown>> => {
    const found = meta[name];
    return isRecord(found) ? found : {};
  };
  const { per_page: perPage, total } = part('pagination');
  const { limit, total: counted } = part('current');
  return { rows, size: count(perPage ?? limit), total: count(total ?? counted) };
}

/** Documented examples print 0 beside rows. */
function count(value: unknown): number | undefined {
  const found = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof found === 'number' && Number.isSafeInteger(found) && found > 0 ? found : undefined;
}

/** Codes of the client for a service that does not answer. */
const SILENT: ReadonlySet<string> = new Set([
  'SERVICE.OUTAGE',
  'SERVICE.UNREACHABLE',
  'SERVICE.NO_ANSWER',
  'ERR_TOO_MANY_REQUESTS',
]);

/** Codes of the client for what stands between it and the service. */
const LOCAL = ['SERVICE.TLS', 'SERVICE.PROXY'] as const;

/** The error of a list for one of the client. */
function faultOf(error: ServiceError, shown: string): Error {
  const { code, status } = error;
  const message = `${shown}: ${error.message.slice(0, QUOTED_CHARS)}`;
  if (status === 401 || code.startsWith('AUTH_ERR_'))
    return new RunError('PULL.AUTH', `${message} (${code})`, { cause: error });
  if (SILENT.has(code)) return new RunError('PULL.SILENT', message, { cause: error });
  const local = LOCAL.find((each) => each === code);
  if (local) return new RunError(local, message, { cause: error });
  if (status !== undefined && status >= 300 && status < 400)
    return new RunError('PULL.HOST', `${shown} redirects, which is not followed`, { cause: error });
  if (status === 403) return new OriginError('forbidden', message, error);
  const fault = code === 'SERVICE.FOREIGN_ANSWER' || status === 404 ? 'form' : 'refused';
  return new OriginError(fault, message, error);
}
