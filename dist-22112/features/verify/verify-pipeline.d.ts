import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { type VerifySession } from './verify.ts';
/** Options of `chatferry verify`. */
export type VerifyRequest = VerifySession['options'] & {
    readonly pipeline: string;
};
/**
 * Reads the rows of a pipeline back from the service, compares them with the sources in both directions and prints the
 * result. Sends only reads.
 * @returns the exit code
 * @throws RunError `CONFIG.TARGET_MISSING` without a target; `STATE.LOCKED` if another run uses the sandbox
 */
export declare function verifyPipeline(options: VerifyRequest, outside: Runtime & Stdout & Stderr): Promise<number>;
