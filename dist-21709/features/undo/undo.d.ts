import type { CommandContext } from '../../terminal/context.ts';
import { type UndoOptions } from './open-undo.ts';
/** Removes the rows that a pipeline created in the service, and puts back what it changed in others; without the printed id, only shows them. Returns the exit code. */
export declare function undo(options: UndoOptions, outside: CommandContext): Promise<number>;
