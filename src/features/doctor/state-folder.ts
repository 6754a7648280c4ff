import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ago, currentLock } from '../../files/current-lock.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import { fromHere } from '../../terminal/printable.ts';
import { caught, type Finding, fail, pass, warn } from './finding.ts';

const OTHERS = 0o077;

/** The folder itself, or the nearest existing folder above it. */
async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  const above = dirname(folder);
  return found || above === folder ? folder : existingFolder(above);
}

/** Checks that the state can be written and that others cannot read it. Writes nothing. */
export async function stateFolder(folder: string, files: Files): Promise<Finding> {
  const check = 'state folder';
  const nearest = await existingFolder(folder);
  const next = 'correct the permissions, or choose another folder with  state:  in the pipeline';
  if (!(await stat(nearest)).isDirectory())
    return fail(check, `${fromHere(folder)} cannot be created: ${fromHere(nearest)} is a file`, next);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
  } catch {
    return fail(check, `${fromHere(nearest)} cannot be written`, next);
  }
  if (nearest !== folder) return pass(check, `${fromHere(folder)} can be created`);
  const open = await caught(check, async () => {
    await requireOwnFolder(folder, files);
    return await openToOthers(folder);
  });
  if ('check' in open) return open;
  if (open.length === 0) return pass(check, `${fromHere(folder)} can be written, and others cannot read it`);
  return warn(check, `others can read ${open.map(fromHere).join(', ')}`, `chmod -R go= ${fromHere(folder)}`);
}

async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const modes = await Promise.all(
    paths.map(async (path) => (await stat(path).catch(() => undefined))?.mode ?? 0),
  );
  return paths.filter((_, index) => ((modes[index] ?? 0) & OTHERS) !== 0);
}

/** Checks that no other run has locked the state. */
export async function lock(
  path: string,
  pipeline: string,
  system: System,
): Promise<Finding & { readonly isLocked: boolean }> {
  const found = await currentLock(path, system);
  if (!found) return { ...pass('lock', 'no other run uses the state'), isLocked: false };
  const { pid, host, started, command } = found.holder;
  const since = `process ${pid} on ${host} has locked the state since ${started}: ${command}`;
  const beat = `last heartbeat ${ago(found)}`;
  if (found.sight === 'alive') {
    const next = `wait for it, or look at it:  chatferry status ${pipeline}`;
    return { ...fail('lock', `${since}; ${beat}`, next), isLocked: true };
  }
  const next = `wait for it; if its machine or container is gone:  chatferry unlock ${pipeline}`;
  return { ...fail('lock', `${since}; its state is unknown from here, ${beat}`, next), isLocked: true };
}
