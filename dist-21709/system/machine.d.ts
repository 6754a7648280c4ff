/** Identity of this process and the machine that it runs on. A test passes its own, to be another machine. */
export interface Machine {
    readonly pid: number;
    readonly host: string;
    /** The name of the user. */
    readonly user: string;
    /** Differs between machines of one host name; undefined where the system has none. A hash: the id itself is private. */
    readonly id: string | undefined;
    /** Differs after each start of the machine; containers share that of their machine. Undefined where there is none. */
    readonly bootId: string | undefined;
    /** The process namespace: a process sees, by number, those of its own alone. Undefined where there are none. */
    readonly pidNamespace: string | undefined;
    /**
     * Start time of a process, in clock ticks after boot; separates it from a later process with the same number.
     * Undefined if it cannot be read.
     */
    startTimeOf(pid: number): string | undefined;
    /** True if a process of our namespace is there, stopped or not; true also if it is another user's. */
    isAlive(pid: number): boolean;
}
/** The process namespace of a machine itself, outside of every container; Linux gives it always this number. */
export declare const FIRST_NAMESPACE = "pid:[4026531836]";
/** The machine that the process runs on. */
export declare const realMachine: Machine;
