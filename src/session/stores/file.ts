import { createHash } from 'node:crypto';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Checkpoint, CheckpointStore } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';

/**
 * A checkpoint file. It is written to a temporary file, synced, renamed into place, and its folder is synced. A hash over
 * the whole detects damage.
 * @param path the checkpoint file; its folder exists
 */
export function fileStore(path: string): CheckpointStore {
  return {
    load: () => load(path),
    save: (checkpoint) => save(path, checkpoint),
    clear: () => rm(path, { force: true }),
  };
}

const HEAD = /^\{"sha256":"([0-9a-f]{64})","checkpoint":/;
const hashOf = (body: string): string => createHash('sha256').update(body).digest('hex');

async function load(path: string): Promise<Checkpoint | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new RunError('STATE.CORRUPT', `the checkpoint ${path} cannot be read`, { cause: error });
  }
  const head = HEAD.exec(text);
  const body = text.slice(head?.[0].length ?? 0, -1);
  if (!text.endsWith('}') || head?.[1] !== hashOf(body))
    throw new RunError(
      'STATE.CORRUPT',
      `the checkpoint ${path} is damaged: its hash does not match its content`,
    );
  const checkpoint = JSON.parse(body) as Checkpoint;
  if (checkpoint.version !== 1)
    throw new RunError(
      'STATE.CORRUPT',
      `the checkpoint ${path} has version ${checkpoint.version}, this tool reads 1`,
    );
  return checkpoint;
}

async function save(path: string, checkpoint: Checkpoint): Promise<void> {
  const body = JSON.stringify(checkpoint);
  const next = `${path}.next`;
  try {
    const file = await open(next, 'w', 0o600);
    try {
      await file.writeFile(`{"sha256":"${hashOf(body)}","checkpoint":${body}}`);
      await file.datasync();
    } finally {
      await file.close();
    }
    await rename(next, path);
    const folder = await open(dirname(path), 'r');
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (error) {
    throw new RunError(
      'STATE.UNWRITABLE',
      `the checkpoint ${path} cannot be written: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
}
