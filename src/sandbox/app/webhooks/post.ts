import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { WebhookReceiver } from './receiver.ts';

/** The most bytes of an answer that are read, and dropped. */
const ANSWER_BYTES_MAX = 64 * 1024;

/**
 * Sends one POST with a JSON body and resolves to the status of the answer. Follows no redirect and keeps no
 * connection. Rejects with a reason if there is no answer before `signal` aborts.
 */
export function post(
  url: URL,
  { addresses, isLoopback }: WebhookReceiver,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<number> {
  const options: RequestOptions & { rejectUnauthorized?: boolean } = {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    signal,
    // A second look-up could give another address than the checked ones.
    lookup: (_host, { all }, found) => {
      const [first] = addresses;
      if (all) found(null, [...addresses]);
      else found(first ? null : new Error('the name has no address'), first?.address ?? '', first?.family);
    },
    // A receiver on this machine has a certificate of its own making.
    ...(isLoopback && { rejectUnauthorized: false }),
  };
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const sent = send(url, options, (answer) => {
      drain(answer);
      resolve(answer.statusCode ?? 0);
    });
    sent.on('error', (error: NodeJS.ErrnoException) => reject(new Error(reasonOf(error))));
    // An answer that switches protocols ends the request with neither an answer nor an error.
    sent.on('close', () => reject(new Error('closed without an answer')));
    sent.end(body);
  });
}

/** Reads an answer to its end, so that a receiver can finish it, but not more of it than makes sense. */
function drain(answer: IncomingMessage): void {
  let bytes = 0;
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > ANSWER_BYTES_MAX) answer.destroy();
  });
  // The status decides; what becomes of the rest does not matter.
  answer.on('error', () => {});
}

function reasonOf(error: NodeJS.ErrnoException): string {
  return error.name === 'AbortError' ? 'no answer in time' : (error.code ?? error.message);
}
