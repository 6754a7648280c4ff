import { RunError } from '../../../errors/run-error.ts';
import { type Container } from './json-enclosing.ts';
import type { PathStep } from './json-path.ts';
import { TextWindow } from './text-window.ts';
/** Gets the values of a document that are no containers. */
export interface ScalarSink {
    /** True if the text of a scalar under the current name is needed. */
    wants(name: string | undefined): boolean;
    /** Gets the JSON text of a scalar that is wanted and at most `ROW_BYTES_MAX` long. */
    scalar(json: string, line: number): void;
}
/**
 * Reads the structure of JSON documents, one after the other in a text that comes in pieces, down to the values at a
 * path, where it stops. Memory is flat: it keeps the open containers, at most 64, and one token.
 */
export declare class JsonStructure {
    #private;
    readonly window: TextWindow;
    /** The open containers, the innermost last. */
    readonly open: Container[];
    /** The most steps of the path that a container has matched, and what this container has. */
    readonly deepest: {
        matched: number;
        isArray: boolean;
        names: Set<string>;
    };
    /** Documents that have begun. */
    documents: number;
    /** Values at the path that have been reached. */
    found: number;
    /** @param path of the file, for errors */
    constructor(path: string, steps: readonly PathStep[], sink: ScalarSink, from: {
        byte: number;
        line: number;
    });
    /**
     * Reads up to the next value at the path.
     * @returns false if the text in memory ends before it
     * @throws RunError `SOURCE.JSON_INVALID`, at the end of the text also `SOURCE.TRUNCATED`
     */
    toNext(final: boolean): boolean;
    /** Goes on after a value at the path, which ends at an index. */
    passValue(end: number, next?: 'after' | 'value'): void;
    /** The error of a text that ends before its document does. */
    truncated(): RunError;
    /** The error of a text that is not JSON at an index. */
    invalid(index: number, reason: string): RunError;
    /** True if a number or word at the end of the text may be the beginning of one that goes on. */
    isCutOff(json: string): boolean;
}
/** The index after a number or word that begins at `start`; -1 if it may go on at `to`. */
export declare function bareEnd(bytes: Buffer, start: number, to: number): number;
