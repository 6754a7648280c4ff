import { RunError } from '../../errors/run-error.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { documentedPerMinute } from '../../service/api/endpoints.ts';
import { ChatService } from '../../service/client/chat-service.ts';
import { isRecord } from '../../service/transport/transport.ts';
import { type OriginAccount, OriginError, type OriginRow } from '../origin.ts';

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
const TIMEOUT_MS = 60_000;
const OUTAGE_MS = 3_600_000;

/** Asks an app of the service for its lists, with a client of its own, and counts the requests. */
export class ServiceAsk implements AsyncDisposable {
  /** Requests so far, each repeated one as well. */
  requests = 0;
  readonly #client: ChatService;
  readonly #address: string;

  constructor(address: string, { secrets, caFile, requestsPerSecond }: OriginAccount) {
    const { apiKey } = secrets;
    if (!apiKey) throw new RunError('AUTH.KEY_MISSING', 'sources.export.api: apiKey is missing');
    this.#address = address;
    const rate = requestsPerSecond === undefined ? undefined : requestsPerSecond * SECONDS_A_MINUTE;
    this.#client = new ChatService({
      baseUrl: address,
      apiKey,
      caFile,
      timeoutMs: TIMEOUT_MS,
      outageMs: OUTAGE_MS,
      requestsPerMinute: {
        core: rate ?? documentedPerMinute.core * SHARE,
        standard: rate ?? documentedPerMinute.standard * SHARE,
      },
      observe: (event) => {
        if ('method' in event) this.requests++;
      },
    });
  }

  /**
   * Asks for a part of a list.
   * @param ids what stands in braces in the path
   * @throws OriginError; RunError `PULL.AUTH`, `PULL.SILENT`, `PULL.HOST`; the reason of the signal
   */
  async page(
    path: string,
    query: Query,
    signal: AbortSignal,
    ids: Readonly<Record<string, string>> = {},
  ): Promise<ServicePage> {
    try {
      const answer = await this.#client.request({ method: 'GET', path, params: ids, query }, { signal });
      return pageOf(answer, this.#shown(path, ids));
    } catch (error) {
      if (error instanceof ServiceError) throw faultOf(error, this.#shown(path, ids));
      throw error;
    }
  }

  #shown(path: string, ids: Readonly<Record<string, string>>): string {
    return (
      this.#address + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ''))
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#client[Symbol.asyncDispose]();
  }
}

function pageOf(
  { data, meta }: { readonly data: unknown; readonly meta: Readonly<Record<string, unknown>> },
  shown: string,
): ServicePage {
  if (!Array.isArray(data) || !data.every(isRecord))
    throw new OriginError('form', `${shown} answers with no list: ${JSON.stringify(data)?.slice(0, 200)}`);
  const part = (name: string): Readonly<Record<string, unknown>> => {
    const found = meta[name];
    return isRecord(found) ? found : {};
  };
  const { per_page: perPage, total } = part('pagination');
  const { limit, total: counted } = part('current');
  return { rows: data, size: count(perPage ?? limit), total: count(total ?? counted) };
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
  const message = `${shown}: ${error.message.slice(0, 200)}`;
  const facts = { code, ...(status === undefined ? {} : { status }) };
  if (status === 401 || code.startsWith('AUTH_ERR_'))
    return new RunError('PULL.AUTH', `${message} (${code})`, { cause: error });
  if (SILENT.has(code)) return new RunError('PULL.SILENT', message, { cause: error });
  const local = LOCAL.find((each) => each === code);
  if (local) return new RunError(local, message, { cause: error });
  if (status !== undefined && status >= 300 && status < 400)
    return new RunError('PULL.HOST', `${shown} redirects, which is not followed`, { cause: error });
  if (status === 403) return new OriginError('forbidden', message, facts);
  if (status === 404) return new OriginError('gone', message, facts);
  return new OriginError(code === 'SERVICE.FOREIGN_ANSWER' ? 'form' : 'refused', message, facts);
}
