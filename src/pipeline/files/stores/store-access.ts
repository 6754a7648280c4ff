import type { System } from '../../../system/system.ts';
import type { KeyAccess, KeyPlace } from '../../target.ts';

/** Things that opening a store may use. */
export type StoreAccess = {
  readonly system: Pick<System, 'clock' | 'random' | 'files' | 'connect'>;
  readonly place: KeyPlace;
  readonly access: KeyAccess;
  /**
   * Milliseconds that a bucket may take or send nothing.
   * @default 60_000
   */
  readonly silentMs?: number | undefined;
};
