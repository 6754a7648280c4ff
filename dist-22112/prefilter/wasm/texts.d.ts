import type { Buffer } from 'node:buffer';
import { type ZoneDays } from '../zone-days.ts';
/** Memory for a plan, and the address of the cell of the first column. */
export type PlanArea = {
    readonly bytes: Buffer;
    readonly words: Uint32Array;
    readonly zones: ZoneTables;
    readonly at: number;
    readonly length: number;
    readonly cells: number;
};
/** Texts after the checks of a plan, as far as there is room. */
export declare class Texts {
    #private;
    end: number;
    constructor(area: PlanArea, at: number);
    /** The address of a text. */
    add(text: Uint8Array): number;
    /** The address of the days of a zone. */
    addressOf(zone: ZoneDays): number;
}
export declare const ZONES_BYTES: number;
/** The days of zones in the memory of a screen, which all of its threads read. */
export declare class ZoneTables {
    #private;
    /** @param at the address of ZONES_BYTES zeros in `bytes` */
    constructor(bytes: Buffer, at: number);
    /** The address of the table of a zone; 0 if there is no room for another one. */
    addressOf(zone: ZoneDays): number;
    /**
     * Looks up a day that the module has asked for, and those around it.
     * @param address of its place in a table
     * @returns false if it is none
     */
    learn(address: number): boolean;
}
