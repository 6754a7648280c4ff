import type { System } from '../system/system.ts';
import { type FoundLock } from './lock-holder.ts';
/** The lock of a process that is there or cannot be seen from here; undefined if there is none. Writes nothing. */
export declare function currentLock(path: string, system: Pick<System, 'files' | 'machine' | 'clock' | 'keeper'>): Promise<FoundLock | undefined>;
/** The time since the last heartbeat of a lock, as text. */
export declare const ago: ({ silentMs }: Pick<FoundLock, 'silentMs'>) => string;
