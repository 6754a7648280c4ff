import { createHash } from 'node:crypto';
import { type Getter, httpGetter } from '../../../pipeline/remote/http-get.ts';
import type { System } from '../../../system/system.ts';
import type { PublicAnswer } from './verify-files.ts';

const SILENT_MS = 30_000;
/** A larger file is judged by the length that its address states. */
const READ_MAX = 4 << 20;

/** Asks public addresses of copies, with no key of any kind. */
export function publicAnswers(
  system: Pick<System, 'connect'>,
  connections: number,
): AsyncDisposable & {
  readonly ask: (url: string, bytes: number, signal: AbortSignal) => Promise<PublicAnswer>;
} {
  const getter = httpGetter(system, { connections, silentMs: SILENT_MS });
  return {
    ask: (url, bytes, signal) => answerOf(getter, url, bytes, signal),
    [Symbol.asyncDispose]: () => getter[Symbol.asyncDispose](),
  };
}

async function answerOf(
  getter: Getter,
  url: string,
  bytes: number,
  signal: AbortSignal,
): Promise<PublicAnswer> {
  try {
    const answer = await getter.get(url, { 'accept-encoding': 'identity' }, READ_MAX, signal);
    if (answer.status !== 200) return { fault: `answers ${answer.status}` };
    if (answer.isComplete)
      return answer.bytes.length === bytes
        ? { sha256: createHash('sha256').update(answer.bytes).digest('hex') }
        : { fault: `answers with ${answer.bytes.length} bytes, not ${bytes}` };
    const length = Number(answer.headers['content-length'] ?? Number.NaN);
    return length === bytes ? {} : { fault: `answers with ${length} bytes, not ${bytes}` };
  } catch (error) {
    signal.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    return { fault: `does not answer: ${code ?? message}` };
  }
}
