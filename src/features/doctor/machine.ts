import { statfs } from 'node:fs/promises';
import { grouped } from '../../terminal/printable.ts';
import { type Finding, fail, pass, warn } from './finding.ts';
import { existingFolder } from './state-folder.ts';

const NODE_MAJOR = 24;
/** State, rejects and reports together take less than this many times the size of the sources. */
const SOURCES_TIMES = 3;
const KB = 1_000;

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
export async function diskSpace(folder: string, sourceBytes: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(await existingFolder(folder));
  const [free, wanted] = [bavail * bsize, sourceBytes * SOURCES_TIMES];
  const message = `${size(free)} free, the sources are ${size(sourceBytes)}`;
  return free >= wanted
    ? pass('disk space', message)
    : warn(
        'disk space',
        message,
        `free ${size(wanted - free)}, or move the state with  state:  in the pipeline`,
      );
}

const size = (bytes: number): string =>
  bytes < KB * KB ? `${grouped(bytes / KB)} kB` : `${grouped(bytes / KB / KB)} MB`;
