import type { ParentColumn, PathStep } from './json-path.ts';
/** An object or array of a document that is open at the current place. */
export type Container = {
    readonly isArray: boolean;
    /** The number of steps of the path that lead to it; -1 if no row can be in it. */
    readonly matched: number;
    /** The name of the current member; in an array, undefined. */
    name: string | undefined;
    /** The index of the current element. */
    index: number;
    /** Scalars of this object that columns of its rows name, by dotted name. */
    scalars?: Map<string, unknown>;
    /** The dotted names that a row of this object has asked for and that had not been read before it. */
    asked?: Set<string>;
};
/** The key under which the current value of a container stands. */
export declare const keyIn: ({ isArray, index, name }: Container) => string;
/** True if a step of a path leads to the current value of a container. */
export declare function leadsTo(step: PathStep | undefined, { isArray, index, name }: Container): boolean;
/** Keeps the scalars that rows take from the objects around them. */
export declare class Enclosing {
    #private;
    /** @param path of the file, for errors */
    constructor(columns: readonly ParentColumn[], path: string);
    /** True if a scalar under this name may be one that a row takes. */
    wants(name: string | undefined): boolean;
    /**
     * Keeps the current scalar, for each enclosing object that it may be asked for from.
     * @throws RunError `SOURCE.PARENT_LATE` if a row has asked for it before
     */
    keep(open: readonly Container[], value: unknown, line: number): void;
    /** The values that a row takes from the objects around it, by the names of the columns. */
    valuesFor(open: readonly Container[]): Record<string, unknown>;
}
