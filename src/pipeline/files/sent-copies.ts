import { join } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import type { StateStore } from '../../files/state/state-store.ts';
import type { Files } from '../../system/files.ts';
import type { FilesSpec } from './files-spec.ts';
import { MAP_INDEX, openFileMap } from './map/open-file-map.ts';

/**
 * Checks that messages which were sent with addresses of copies will have the same: the service does not change them.
 * @param spec of the pipeline; undefined if it copies no files
 * @throws RunError `FILES.CONFIG` if they would have others, `STATE.*`
 */
export async function requireSentCopies(
  spec: FilesSpec | undefined,
  state: StateStore,
  stateFolder: string,
  files: Files,
): Promise<void> {
  await using map = await openFileMap(state, join(stateFolder, MAP_INDEX), files, 'read');
  const { sentUnder } = map;
  if (sentUnder === undefined) return;
  const why = `messages were sent with addresses of copies, and the service does not change the files of a message`;
  if (spec?.publicUrl === sentUnder && spec.what.has('attachments')) return;
  if (!spec)
    throw new RunError('FILES.CONFIG', `the pipeline has no  files:  any more, but ${why}`, {
      hint: 'add  files:  again as it was. To copy no more files, name their hosts in  files: { keep: […] }; to be without copies,  chatferry undo  first, with  files:',
    });
  if (!spec.what.has('attachments'))
    throw new RunError('FILES.CONFIG', `files.what is without attachments, but ${why}`, {
      hint: 'add attachments to files.what again. To copy no more of them, name their hosts in  files: { keep: […] }',
    });
  throw new RunError(
    'FILES.CONFIG',
    `files.publicUrl was ${sentUnder} and is ${spec.publicUrl}, but ${why}`,
    {
      hint: `set files.publicUrl back to ${sentUnder} and let it lead to the copies, or remove what was sent with  chatferry undo  first, with the earlier address`,
    },
  );
}
