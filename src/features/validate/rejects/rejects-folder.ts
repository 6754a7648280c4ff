import { dirname, join, resolve } from 'node:path';
import type { Plan } from '../../../delivery/plan.ts';
import { RunError } from '../../../errors/run-error.ts';
import { entityNames } from '../../../input/entities/entity.ts';
import { formatOf } from '../../../input/sources/formats.ts';
import { isRejectFile } from '../../../input/sources/rejects-source.ts';
import type { Files } from '../../../system/files.ts';

/** True if a rejects file may have this name. */
function isRejectsName(name: string): boolean {
  const [, entity] = /^([a-z]+)(?:-\d+)?\.[a-z]+$/.exec(name) ?? [];
  return entityNames.some((each) => each === entity);
}

/**
 * Makes a folder ready for rejects files: it is created with mode 0700 if it is not there, and rejects files of an earlier
 * validation in it are removed.
 * @throws RunError `USAGE.INVALID` if a source is in the folder, or another file has the name of a rejects file
 */
export async function clearRejectsFolder(folder: string, { steps }: Plan, files: Files): Promise<void> {
  const refusal = (why: string): RunError =>
    new RunError('USAGE.INVALID', `--rejects ${folder}: ${why}`, { hint: 'name a new or an empty folder' });
  const source = steps.flatMap((step) => step.files).find(({ path }) => dirname(resolve(path)) === folder);
  if (source) throw refusal(`a source of the pipeline is in this folder: ${source.path}`);
  const names = await files
    .mkdir(folder, { recursive: true, mode: 0o700 })
    .then(() => files.readdir(folder))
    .catch((error: Error) => {
      throw refusal(error.message);
    });
  const earlier = names.filter(isRejectsName);
  for (const name of earlier)
    if (!(await isRejects(join(folder, name), files))) throw refusal(`${name} in it is no rejects file`);
  for (const name of earlier) await files.rm(join(folder, name), { force: true });
}

async function isRejects(path: string, files: Files): Promise<boolean> {
  try {
    return await isRejectFile(await formatOf(path, undefined).open(path, 0, { files }));
  } catch {
    return false;
  }
}
