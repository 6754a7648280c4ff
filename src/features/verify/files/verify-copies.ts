import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plan } from '../../../delivery/plan.ts';
import { usageError } from '../../../errors/run-error.ts';
import { MAP_INDEX, openFileMap } from '../../../pipeline/files/map/open-file-map.ts';
import { openStore } from '../../../pipeline/files/stores/stores.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { type Getter, httpGetter } from '../../../pipeline/remote/http-get.ts';
import { State } from '../../../state/state.ts';
import type { System } from '../../../system/system.ts';
import type { Runtime } from '../../../terminal/context.ts';
import type { FileDifference, FilesVerification } from '../result/files-verification.ts';
import { type PublicAnswer, type VerifyFilesDeps, verifyFiles } from './verify-files.ts';

const ASKED_AT_ONCE = 4;

/**
 * Compares the copies of a pipeline's files with the storage, as the state and the rows name them.
 * @throws RunError `USAGE.INVALID` if the pipeline copies no files; `FILES.*`, `AUTH.KEY_MISSING` if the storage cannot be opened
 */
export async function verifyCopies(
  pipeline: Pipeline,
  plan: Plan,
  { sample, withBytes }: Pick<VerifyFilesDeps, 'sample' | 'withBytes'>,
  onDifference: (one: FileDifference) => Promise<void>,
  context: Runtime,
): Promise<FilesVerification> {
  const { files: spec, stateFolder, file } = pipeline;
  if (!spec)
    throw usageError('--files compares the copies of files, and the pipeline copies none', {
      hint: 'name where they go with  files: { to: …, publicUrl: … }  in the pipeline',
    });
  const { system, signal } = context;
  await using opened = new AsyncDisposableStack();
  const { kept } = new State(stateFolder, system.files);
  const map = opened.use(await openFileMap(kept, join(stateFolder, MAP_INDEX), system.files, 'read'));
  map.requireStore(spec, stateFolder);
  const store = opened.use(await openStore(spec, { system, place: pipeline, access: context }));
  const answers = opened.use(publicAnswers(system, ASKED_AT_ONCE));
  const verified = await verifyFiles({
    spec,
    map,
    store,
    plan,
    sample,
    withBytes,
    publicAnswer: answers.ask,
    onDifference,
    signal,
  });
  const isLost = verified.differences.some(({ what }) => what === 'missing' || what === 'differs');
  return isLost ? { ...verified, next: `chatferry run ${file} --only files --retry-files` } : verified;
}

const SILENT_MS = 30_000;
/** A larger file is judged by the length that its address states. */
const READ_MAX = 4 << 20;

/** Asks public addresses of copies, with no key of any kind. */
function publicAnswers(
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
