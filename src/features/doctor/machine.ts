import { diskSpace } from '../../files/disk-space.ts';
import type { Files } from '../../system/files.ts';
import { byteSize } from '../../terminal/printable.ts';
import { type Finding, fail, pass, warn } from './finding.ts';

const NODE_MAJOR = 24;

/**
 * Checks the version of Node.js.
 * @param version without a leading `v`
 */
export function nodeVersion(version: string): Finding {
  const major = Number(version.split('.')[0]);
  return major >= NODE_MAJOR
    ? pass('node', `Node.js ${version}`)
    : fail(
        'node',
        `Node.js ${version} is older than ${NODE_MAJOR}`,
        `install Node.js ${NODE_MAJOR} or later`,
      );
}

/** Compares the free space for the state folder with what a run of these sources may need. */
export function freeSpace(files: Files, folder: string, sourceBytes: number): Finding {
  const { free, missing } = diskSpace(files, folder, sourceBytes);
  const message = `${byteSize(free)} free, the sources are ${byteSize(sourceBytes)}`;
  return missing === 0
    ? pass('disk space', message)
    : warn(
        'disk space',
        message,
        `free ${byteSize(missing)}, or move the state with  state:  in the pipeline`,
      );
}
