import { type CommandGroup } from '../../command.ts';
export declare const fleet: CommandGroup;
