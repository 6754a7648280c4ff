import { readStatePlace, type StatePlace } from '../pipeline/state-place.ts';
import type { CommandContext } from '../terminal/context.ts';
import type { Kept } from './open-kept.ts';

/**
 * Opens the state of a pipeline for a command that reads nothing else of it.
 * @param reference the pipeline file as typed
 * @throws RunError `CONFIG.*`, `STATE.SERVER_*`
 */
export async function openPlace(reference: string, context: CommandContext): Promise<Kept<StatePlace>> {
  const place = readStatePlace(reference);
  if (place)
    return { pipeline: place, context, refresh: async () => {}, [Symbol.asyncDispose]: async () => {} };
  // Loaded when it is needed: it takes longer than everything else of such a command.
  const { openKept } = await import('./open-kept.ts');
  return await openKept(reference, context);
}
