import { z } from 'zod';
import type { Finding } from './finding.ts';
import type { PipelineProbe } from './probe/probe-pipeline.ts';

const answer = z.object({
  name: z.string(),
  asks: z.string(),
  step: z
    .enum(['empty', 'canaries', 'read', 'removal'])
    .describe('the calls that show it: empty imports, rows of the probe, reading, their removal'),
  form: z.string().exactOptional().describe('absent if no answer of the service shows it'),
  says: z.string(),
  quirk: z.string().exactOptional().describe('switches with which the sandbox does so'),
  before: z.string().exactOptional().describe('the other form that the last probe has found'),
});

const probeDocument = z.object({
  importCalls: z.int().nonnegative(),
  quirks: z.string().describe('the value of sandbox --quirks that answers alike; empty for none'),
  answers: z.array(answer),
  left: z.array(z.string()).describe('ids of the probe that could not be removed'),
}) satisfies z.ZodType<PipelineProbe>;

const finding = z.object({
  check: z.string(),
  status: z.enum(['pass', 'warn', 'fail', 'skip']),
  message: z.string(),
  next: z.string().exactOptional().describe('the next step'),
}) satisfies z.ZodType<Omit<Finding, 'exit'>>;

const doctorDocument = z.object({
  version: z.literal(1),
  command: z.literal('doctor'),
  exitCode: z.int().nonnegative(),
  findings: z.array(finding),
  probe: probeDocument.exactOptional().describe('present after doctor --probe'),
});

/** JSON Schema of `doctor --json`, in draft 7. Members that it does not name are allowed: later versions add some. */
export const doctorJsonSchema = (): Record<string, unknown> =>
  z.toJSONSchema(doctorDocument, { target: 'draft-7', io: 'input' }) as Record<string, unknown>;
