import { currentLock } from '../../../../files/current-lock.ts';
import type { State } from '../../../../state/state.ts';
import type { System } from '../../../../system/system.ts';
import { readPhase } from './phase-document.ts';

/** A process that keeps two systems alike. */
type DelivererSeen = { readonly pid: number; readonly host: string; readonly since: string };

/** The process that delivers; undefined if none does now. */
export async function delivererOf(
  { kept, paths }: State,
  system: Pick<System, 'files' | 'machine' | 'clock' | 'keeper'>,
): Promise<DelivererSeen | undefined> {
  const holder = (await currentLock(paths.lock, system))?.holder;
  const who = readPhase(kept)?.who;
  if (!holder || holder.pid !== who?.pid || holder.host !== who.host) return undefined;
  return { pid: holder.pid, host: holder.host, since: holder.started };
}
