import { RunError } from '../../../errors/run-error.ts';
import { archiveKind } from '../../../input/sources/bytes/archive-list.ts';
import type { Files } from '../../../system/files.ts';

/**
 * Does something with an anonymised export. Its errors say what is wrong without a word of the export: neither a name that may be
 * meant, nor a file in an archive.
 * @throws RunError with the code of the error
 */
export async function withoutOriginals<T>(does: () => Promise<T>): Promise<T> {
  try {
    return await does();
  } catch (error) {
    if (!(error instanceof RunError) || isOurs(error)) throw error;
    throw new RunError(error.code, 'sources.export: what is wrong with it is kept back (anonymise)', {
      hint: 'chatferry validate  of a pipeline without anonymise says it',
    });
  }
}

/** True if an error names nothing but what the pipeline says, or the state. */
const isOurs = ({ code }: RunError): boolean => /^(?:STATE|CONFIG)\.|^SOURCE\.MISSING$/.test(code);

/**
 * Refuses files whose names or contents would be kept in the state folder: those of folders, and compressed archives that are
 * unpacked there.
 * @throws RunError `CONFIG.INVALID`
 */
export async function assertKeptBack(paths: readonly string[], files: Files): Promise<void> {
  for (const path of paths) {
    const stats = await files.stat(path).catch(() => undefined);
    if (stats?.isDirectory())
      throw refused(
        'the names of the files in a folder would stand in the state',
        `zip -r export.zip ${path}`,
      );
    const kind = stats && (await archiveKind(files, path));
    if (kind !== undefined && kind !== 'zip' && kind.tar !== undefined)
      throw refused('a compressed tar archive is unpacked into the state', 'make it a zip archive');
  }
}

const refused = (why: string, hint: string): RunError =>
  new RunError('CONFIG.INVALID', `sources.export.anonymise: ${why}`, { hint });
