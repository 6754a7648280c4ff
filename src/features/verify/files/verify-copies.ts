import { join } from 'node:path';
import { usageError } from '../../../errors/run-error.ts';
import { MAP_INDEX, openFileMap } from '../../../pipeline/files/map/open-file-map.ts';
import { openStore } from '../../../pipeline/files/stores/stores.ts';
import { State } from '../../../state/state.ts';
import type { Runtime } from '../../../terminal/context.ts';
import type { VerifySession } from '../verify.ts';
import type { FileDifference, FilesVerification } from './files-verification.ts';
import { publicAnswers } from './public-answer.ts';
import { verifyFiles } from './verify-files.ts';

const ASKED_AT_ONCE = 4;

/**
 * Compares the copies of a pipeline's files with the storage, as the state and the rows name them.
 * @throws RunError `USAGE.INVALID` if the pipeline copies no files; `FILES.*`, `AUTH.KEY_MISSING` if the storage cannot be opened
 */
export async function verifyCopies(
  { pipeline, plan, options }: Pick<VerifySession, 'pipeline' | 'plan' | 'options'>,
  onDifference: (one: FileDifference) => Promise<void>,
  context: Runtime,
): Promise<FilesVerification> {
  const { files: spec, stateFolder } = pipeline;
  if (!spec || !options.files)
    throw usageError('--files compares the copies of files, and the pipeline copies none', {
      hint: 'name where they go with  files: { to: …, publicUrl: … }  in the pipeline',
    });
  const { system, signal } = context;
  await using opened = new AsyncDisposableStack();
  const { kept } = new State(stateFolder, system.files);
  const map = opened.use(await openFileMap(kept, join(stateFolder, MAP_INDEX), system.files, 'read'));
  const store = opened.use(await openStore(spec, { system, place: pipeline, access: context }));
  const answers = opened.use(publicAnswers(system, ASKED_AT_ONCE));
  const { sample, files } = options;
  return await verifyFiles({
    spec,
    map,
    store,
    plan,
    sample,
    withBytes: files.bytes,
    publicAnswer: answers.ask,
    onDifference,
    signal,
  });
}
