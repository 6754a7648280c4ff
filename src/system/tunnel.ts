import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import type { Socket } from 'node:net';
import { type HttpProxy, isUntrusted, ProxyError } from './proxy.ts';

/** The way in which a proxy itself is reached: authorities that are trusted, names. */
export type ProxyReach = { readonly [K in 'ca' | 'lookup']?: RequestOptions[K] | undefined };

const TUNNEL_MS = 10_000;

/**
 * Asks a proxy for a connection (CONNECT).
 * @param place host and port behind the proxy
 * @throws ProxyError if it cannot be reached, refuses, or does not answer within ten seconds
 */
export async function tunnelTo(proxy: HttpProxy, place: string, reach: ProxyReach = {}): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const { ca, lookup } = reach;
  const send = proxy.origin.startsWith('https:') ? httpsRequest : httpRequest;
  const asked = send(proxy.origin, {
    method: 'CONNECT',
    path: place,
    agent: false,
    headers: {
      host: place,
      ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
    },
    // Said here, so that NODE_TLS_REJECT_UNAUTHORIZED=0 cannot turn the check off.
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca }),
    ...(lookup === undefined ? {} : { lookup }),
  });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    asked.destroy(new Error('late'));
  }, TUNNEL_MS);
  asked.on('error', reject);
  asked.on('connect', ({ statusCode = 0 }, socket, head) => {
    if (statusCode >= 200 && statusCode < 300) {
      if (head.length > 0) socket.unshift(head);
      return resolve(socket as Socket);
    }
    socket.on('error', () => {}).destroy();
    reject(refusal(proxy, place, statusCode));
  });
  asked.end();
  try {
    return await promise;
  } catch (error) {
    if (error instanceof ProxyError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    const why = isLate ? `no answer within ${TUNNEL_MS / 1_000} s` : (code ?? message);
    const fatal = !isLate && isUntrusted(code ?? '');
    throw new ProxyError(`the proxy ${shown(proxy)}: ${why}`, { fatal, cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** A proxy that wants other credentials, or forbids the address, does so every time; one that cannot reach it may later. */
function refusal(proxy: HttpProxy, place: string, status: number): ProxyError {
  const why =
    status === 407
      ? proxy.authorization === undefined
        ? 'wants credentials'
        : 'refuses the credentials'
      : `does not connect to ${place}`;
  const fatal = status >= 400 && status < 500 && status !== 408 && status !== 429;
  return new ProxyError(`the proxy ${shown(proxy)} ${why} (${status})`, { fatal });
}

const shown = ({ origin, variable }: HttpProxy): string => `${origin} of ${variable}`;
