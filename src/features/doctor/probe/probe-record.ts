import { z } from 'zod';
import { RunError } from '../../../errors/run-error.ts';
import { writePrivate } from '../../../files/private-file.ts';
import { jsonIn } from '../../../input/json/defined.ts';
import type { Files } from '../../../system/files.ts';

const probeRecord = z.object({
  version: z.literal(1),
  /** Probes whose rows may still be there, by the address of the service. */
  open: z.array(z.object({ service: z.string(), token: z.string().regex(/^[0-9a-f]{8}$/) })),
  /** What the last probe has found: the form of each question, by its name. */
  last: z
    .object({ service: z.string(), at: z.string(), forms: z.record(z.string(), z.string()) })
    .exactOptional(),
});

/** What a state keeps of its probes. */
export type ProbeRecord = Readonly<z.infer<typeof probeRecord>>;

/**
 * Reads the record of a state; an empty one if there is none.
 * @throws RunError `STATE.CORRUPT`
 */
export async function readProbeRecord(files: Files, path: string): Promise<ProbeRecord> {
  if (!files.existsSync(path)) return { version: 1, open: [] };
  const { data } = probeRecord.safeParse(jsonIn(await files.readFile(path, 'utf8')));
  if (data) return data;
  throw new RunError('STATE.CORRUPT', `${path} is not what a probe has written`, {
    hint: 'remove this file, then run the same command again: it shows what an earlier probe has left',
  });
}

/** Replaces the record. */
export const writeProbeRecord = (files: Files, path: string, record: ProbeRecord): Promise<void> =>
  writePrivate(files, path, `${JSON.stringify(record, undefined, 2)}\n`);
