import { cp, glob, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url));

/** The program as it is published; `build.ts` makes it. */
export const program = join(repository, 'dist/cli.js');

/** The project's own files below these folders, as the list of what is published names them: not what a user put beside them. */
export async function ownFiles(...folders: readonly string[]): Promise<string[]> {
  const { files } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    files: string[];
  };
  const own = await Array.fromAsync(glob(files, { cwd: repository }));
  return own.filter((file) => folders.some((folder) => file.startsWith(join(folder, '/')))).sort();
}

/** A copy of folders of the repository that is gone at the end of the test: no state is left beside the originals. */
export async function copyOf(...folders: readonly string[]): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'chatferry-'));
  for (const file of await ownFiles(...folders)) await cp(join(repository, file), join(path, file));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
