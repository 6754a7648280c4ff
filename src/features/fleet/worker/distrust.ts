import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type OpenTo, openTo } from '../../../files/own-folder.ts';
import { statePaths } from '../../../state/state.ts';
import { partsBelow } from '../../../system/confined-files.ts';
import type { FleetJob } from '../queue/fleet-job.ts';
import type { WorkerConfig } from './worker-config.ts';

/**
 * Looks whether a pipeline is one that the user of the worker has put there: a file below the folders that the file of the
 * worker names under `pipelines`, which nobody else can change, with the very text of the job. What the file holds never
 * makes it trusted, because a worker itself writes texts that others have chosen: rejected rows, copies of files on servers,
 * prepared tables. No file in a hidden folder or in a state is trusted, wherever that is.
 * @returns why it is not trusted, and what would change that; undefined if it is
 */
export async function distrustOf(
  { file, text }: Pick<FleetJob, 'file' | 'text'>,
  { pipelines }: Pick<WorkerConfig, 'pipelines'>,
): Promise<OpenTo | undefined> {
  const folder = dirname(file);
  const named = await Promise.all(pipelines.map(realOf));
  const [real, realFolder] = await Promise.all([realOf(file), realOf(folder)]);
  const root = named.find((each) => partsBelow(each, real) !== undefined);
  if (root === undefined)
    return {
      why: `the worker trusts no pipeline in ${folder}`,
      todo: `where the pipelines in it are yours, add to the file of the worker:  pipelines: [${folder}]`,
    };
  if (dirname(real) !== realFolder)
    return { why: `${file} is a link into another folder`, todo: `submit ${real}` };
  const here = await readFile(file, 'utf8').catch(() => undefined);
  if (here !== text)
    return {
      why: here === undefined ? `there is no file ${file}` : `the text of ${file} differs from the job`,
      todo: `chatferry fleet submit ${file}`,
    };
  const written = await writtenPlace(root, real);
  if (written !== undefined)
    return { why: `chatferry itself writes to ${written}`, todo: 'move the pipeline into its own folder' };
  for (const path of upwards(real)) {
    const open = await openTo(path, { sticky: partsBelow(root, path) === undefined });
    if (open) return open;
  }
  return undefined;
}

const realOf = (path: string): Promise<string> => realpath(path).catch(() => resolve(path));

/** A path and all folders above it. */
function* upwards(path: string): Generator<string> {
  yield path;
  const above = dirname(path);
  if (above !== path) yield* upwards(above);
}

/** Folders of a state in which texts of sources stand as they are. */
const WRITTEN = ['rejects', 'prepared'];

/** The first folder on the way to a file that is hidden or of a state. */
async function writtenPlace(root: string, file: string): Promise<string | undefined> {
  let folder = root;
  for (const part of ['', ...(partsBelow(root, dirname(file)) ?? [])]) {
    folder = join(folder, part);
    if (part.startsWith('.') || WRITTEN.includes(part)) return folder;
    if (await stat(statePaths(folder).checkpoint).catch(() => undefined)) return folder;
  }
  return undefined;
}
