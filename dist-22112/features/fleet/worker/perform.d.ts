import { RunError } from '../../../errors/run-error.ts';
import type { RunListener } from '../../../report/events/run-listener.ts';
import { type System } from '../../../system/system.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { type OwnSetting } from '../../../terminal/own-context.ts';
import type { FleetCommand, FleetJob, LastResult, RowsDone } from '../queue/fleet-job.ts';
/** The settings that a job is done with. */
export type Performance = Pick<OwnSetting, 'env' | 'signal' | 'allowCode'> & {
    /** @default that of this machine */
    readonly system?: System;
    /** Gets how far the rows are. */
    readonly onRows: (rows: RowsDone) => void;
    readonly commands: JobCommands;
};
/** A pipeline as a job has it done, and who hears of it. */
type Order = FleetJob['options'] & {
    readonly pipeline: string;
    readonly listener: RunListener;
};
/** Each command that a job can ask for: features of their own, which are handed to a worker. */
export type JobCommands = Readonly<Record<FleetCommand, (order: Order, context: CommandContext) => Promise<number>>>;
/** Does what a job asks for, and tells how it ended. Never rejects. */
export declare function perform(job: FleetJob, { onRows, commands, system, ...given }: Performance): Promise<LastResult>;
/** The form of an error in a result. */
export declare const resultError: ({ code, message, hint }: Pick<RunError, 'message' | 'hint'> & {
    readonly code: string;
}, pipeline: string) => Pick<LastResult, 'code' | 'message' | 'hint'>;
export {};
