import type { Stdout } from '../../../terminal/context.ts';
import type { FleetStatus } from './fleet-status.ts';
/** A fleet as a table, and what failed below it, with what to do. */
export declare function statusTable(status: FleetStatus, { style }: Pick<Stdout, 'style'>): string;
