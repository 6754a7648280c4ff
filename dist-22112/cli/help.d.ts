import type { Command, CommandGroup } from './command.ts';
import { type Spec } from './declared.ts';
/** The name of an option with what follows it, such as `--limit <number>`. */
export declare function optionLabel(name: string, { type, choices, array }: Spec): string;
/** Describes an option or an argument, with what holds without it. */
export declare function aboutOption({ describe, default: otherwise, demandOption }: Spec): string;
/**
 * The help of a command, of a group of commands, or of all of them.
 * @param above the group that a command is in
 * @param columns of the terminal that shows it; undefined if there is none
 */
export declare function helpText(of: Command | CommandGroup | readonly (Command | CommandGroup)[], above: string, columns?: number): string;
/** The text of `help TOPIC`; undefined if there is no such topic. */
export declare const topicText: (name: string, columns?: number) => string | undefined;
