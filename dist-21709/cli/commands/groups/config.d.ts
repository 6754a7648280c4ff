import { type Command, type CommandGroup } from '../../command.ts';
/** @param all every command, whose options the environment may give */
export declare const config: (all: () => readonly (Command | CommandGroup)[]) => CommandGroup;
