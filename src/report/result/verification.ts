import { z } from 'zod';
import { defined, jsonIn } from '../../input/json/defined.ts';

/** The result of the last `verify` of a pipeline. */
export const verificationSchema = z
  .object({
    finishedAt: z.string().describe('RFC 3339'),
    mode: z.enum(['full', 'quick', 'sample']),
    exitCode: z.int().nonnegative(),
    verified: z.object({ same: z.int().nonnegative(), of: z.int().nonnegative() }),
  })
  .describe('the last verify of the pipeline, which may be older than the run');

/** The result of the last `verify` of a pipeline: `same` of the rows that should be there are the same in the service. */
export type Verification = Readonly<z.infer<typeof verificationSchema>>;

/** Reads files; it needs no types of Node.js, which the types of a report must not bring. */
type TextFiles = { readFile(path: string, encoding: 'utf8'): Promise<string> };

/**
 * The part of a report about the last `verify`.
 * @param path of `verify.json`
 * @returns nothing if there is none or if it cannot be read: it decides nothing
 */
export async function verificationPart(
  files: TextFiles,
  path: string,
): Promise<{ readonly verification?: Verification }> {
  const text = await files.readFile(path, 'utf8').catch(() => '');
  return defined({ verification: verificationSchema.safeParse(jsonIn(text)).data });
}
