import type { Command, CommandGroup } from '../command.ts';
/** Every command, in the order of the help. */
export declare const commands: readonly (Command | CommandGroup)[];
