import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `chatferry fleet status`. */
export type FleetStatusOptions = {
    readonly queue: string | undefined;
    /** Shows it again and again until it is interrupted. */
    readonly watch: boolean;
};
/**
 * Shows every pipeline of a fleet, from its queue alone. Returns the exit code: 0 whatever failed, as it was said.
 * @throws RunError `FLEET.*`
 */
export declare function showFleetStatus({ queue, watch }: FleetStatusOptions, context: Runtime & Stdout & Stderr): Promise<number>;
/** Options of `chatferry fleet dashboard`. */
export type FleetDashboardOptions = {
    readonly queue: string | undefined;
    readonly host: string;
    /** 0 picks a free one. */
    readonly port: number;
};
/**
 * Serves the page of a fleet until it is interrupted, and says its address.
 * @throws RunError `FLEET.*`, `USAGE.INVALID`
 */
export declare function showDashboard({ queue, host, port }: FleetDashboardOptions, { system, out, err, env, json, errStyle, signal }: Runtime & Stdout & Stderr): Promise<number>;
