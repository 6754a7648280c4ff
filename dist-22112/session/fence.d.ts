import type { System } from '../system/system.ts';
/**
 * The system of a process that holds a lock. Before every request, every change of a file and every transaction of a ledger it
 * checks that the lock is still ours, or was some milliseconds ago: a process that was stopped, or cut off, may find another
 * one at its work.
 * @param assertHeld throws if the lock is lost
 */
export declare function fenced(system: System, assertHeld: () => void): System;
