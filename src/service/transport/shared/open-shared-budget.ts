import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { System } from '../../../system/system.ts';
import { FileBudget } from './file-budget.ts';
import { PostgresBudget } from './postgres-budget.ts';
import { RedisBudget } from './redis-budget.ts';
import type { SharedBudget } from './shared-budget.ts';

/** The folder of the budgets that the pipelines of one machine share, beside their states. */
const FOLDER = '.budgets';

/**
 * Opens the rate limits that all processes share which send to an app: over the server of a queue, else in a file beside the
 * states, for the processes of this machine. Undefined if they are not shared.
 * @param folder in which the states are
 * @param app host and id of the app
 * @throws an error of the disk if no file can be made
 */
export function openSharedBudget(
  folder: string,
  app: readonly string[],
  system: System,
): SharedBudget | undefined {
  const { sharing, machine, files, clock } = system;
  if (sharing === undefined) return undefined;
  if (sharing !== 'file') {
    const name = digest(app);
    return sharing.url.startsWith('redis')
      ? new RedisBudget(sharing.url, name)
      : new PostgresBudget(sharing.url, name, clock);
  }
  files.mkdirSync(join(folder, FOLDER), { recursive: true, mode: 0o700 });
  // Machines that share a folder have clocks of their own, and SQLite may not lock files on it.
  const own = digest([...app, machine.host, machine.id ?? '']);
  return new FileBudget(join(folder, FOLDER, `${own}.sqlite`), own, system);
}

const digest = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
