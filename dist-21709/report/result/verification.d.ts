import { z } from 'zod';
/** The result of the last `verify` of a pipeline. */
export declare const verificationSchema: z.ZodObject<{
    finishedAt: z.ZodString;
    mode: z.ZodEnum<{
        full: "full";
        quick: "quick";
        sample: "sample";
    }>;
    exitCode: z.ZodInt;
    verified: z.ZodObject<{
        same: z.ZodInt;
        of: z.ZodInt;
    }, z.core.$strip>;
}, z.core.$strip>;
/** The result of the last `verify` of a pipeline: `same` of the rows that should be there are the same in the service. */
export type Verification = Readonly<z.infer<typeof verificationSchema>>;
/** Reads files; it needs no types of Node.js, which the types of a report must not bring. */
type TextFiles = {
    readFile(path: string, encoding: 'utf8'): Promise<string>;
};
/**
 * The part of a report about the last `verify`.
 * @param path of `verify.json`
 * @returns nothing if there is none or if it cannot be read: it decides nothing
 */
export declare function verificationPart(files: TextFiles, path: string): Promise<{
    readonly verification?: Verification;
}>;
export {};
