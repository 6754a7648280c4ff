import type { Dispatcher, Pool } from 'undici';
// The system loads it at the first connection: when a process is out of files, that would be too late.
import 'undici/lib/dispatcher/pool.js';
import { RunError, stopRun } from '../../errors/run-error.ts';
import { ProxyError } from '../../system/proxy.ts';
import { realSystem, type System } from '../../system/system.ts';
import { RESPONSE_BYTES_MAX } from './answer.ts';
import { dispatched } from './exchange/dispatch.ts';
import { failure } from './exchange/failure.ts';
import { readCa, resolveName } from './exchange/trust.ts';
import type { Transport } from './transport.ts';

export type HttpOptions = {
  /** Base URL with its path, without a slash at the end. */
  readonly baseUrl: string;
  /** PEM file of a private certificate authority. */
  readonly caFile?: string | undefined;
  /** The most requests under way at once. */
  readonly connections: number;
  /** Time for one attempt, from its start to the last byte of the answer; a request can set another. */
  readonly deadlineMs: number;
  /**
   * The longest wait for a request under way after its signal has aborted; 0 ends it at once.
   * @default 15_000
   */
  readonly drainMs?: number;
  /**
   * The largest body of an answer. The cause of the error of a larger one is a RangeError.
   * @default RESPONSE_BYTES_MAX
   */
  readonly answerBytesMax?: number;
  /** @default realSystem */
  readonly system?: Pick<System, 'clock' | 'connect' | 'traced'>;
};

const CONNECT_MS = 10_000;
const DRAIN_MS = 15_000;

/**
 * The innermost transport: one origin, keep-alive, no redirects, a deadline for each attempt, bounded answers.
 * @throws RunError `SERVICE.TLS`, `SERVICE.PROXY`
 */
export function http(options: HttpOptions): { transport: Transport } & AsyncDisposable {
  const { clock, traced } = options.system ?? realSystem;
  const { origin, pathname } = new URL(options.baseUrl);
  const prefix = pathname.replace(/\/$/, '');
  const bytesMax = options.answerBytesMax ?? RESPONSE_BYTES_MAX;
  const { drainMs = DRAIN_MS } = options;
  const pool = openPool(options);
  const transport: Transport = async (request, signal) => {
    const { method, path, rateClass, deadlineMs = options.deadlineMs } = request;
    const startedAt = traced ? clock.elapsed() : 0;
    const trace = (status?: number): void =>
      traced?.({ method, path, status, ms: clock.elapsed() - startedAt, rateClass });
    try {
      const answer = await dispatched(pool, prefix, request, bytesMax, {
        deadlineMs,
        drainMs,
        stop: signal,
        clock,
      });
      trace(answer.status);
      return answer;
    } catch (error) {
      trace();
      // The connection itself may refuse to send: the run cannot go on.
      if (error instanceof RunError) throw error;
      throw failure(error, origin, stopRun);
    }
  };
  return { transport, [Symbol.asyncDispose]: () => pool.destroy() };
}

/**
 * Connections to the origin of an address.
 * @throws RunError `SERVICE.TLS`, `SERVICE.PROXY`
 */
export function openPool({
  baseUrl,
  caFile,
  connections,
  system = realSystem,
}: Pick<HttpOptions, 'baseUrl' | 'caFile' | 'connections'> & {
  readonly system?: Pick<System, 'connect'>;
}): Dispatcher {
  return connected(system.connect, new URL(baseUrl).origin, {
    connections,
    connect: {
      timeout: CONNECT_MS,
      lookup: resolveName,
      // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
      rejectUnauthorized: true,
      ...(caFile ? { ca: readCa(caFile, stopRun) } : {}),
    },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

/** @throws RunError `SERVICE.PROXY` */
function connected(connect: System['connect'], origin: string, options: Pool.Options): Dispatcher {
  try {
    return connect(origin, options);
  } catch (error) {
    throw error instanceof ProxyError ? stopRun('SERVICE.PROXY', error.message, error) : error;
  }
}
