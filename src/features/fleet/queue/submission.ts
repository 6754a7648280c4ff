import { resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { parsePipeline, readPipelineText } from '../../../pipeline/pipeline.ts';
import { isCode, readReference } from '../../../pipeline/reference.ts';
import { readPipelineName } from '../../../pipeline/state-place.ts';
import type { Runtime } from '../../../terminal/context.ts';
import { type FleetCommand, type FleetJob, jobSchema, TEXT_MAX } from './fleet-job.ts';

/** The command that is asked of a pipeline, and its options. */
export type Asked = FleetJob['options'] & { readonly command: FleetCommand };

/**
 * Makes the job of a pipeline file. The file is checked here as far as that is possible: variables of the environment are
 * those of the worker.
 * @throws RunError `CONFIG.*`, `FLEET.CODE_REFUSED` for a pipeline that is code
 */
export function submissionOf(
  reference: string,
  { command, ...options }: Asked,
  { env, system }: Pick<Runtime, 'system' | 'env'>,
): FleetJob {
  const { file, to } = readReference(reference);
  if (isCode(file))
    throw new RunError(
      'FLEET.CODE_REFUSED',
      `the pipeline file ${file} is code, which a job cannot contain`,
      {
        hint: 'write the pipeline as YAML or JSON',
      },
    );
  const text = textOf(file);
  const job = jobSchema.safeParse({
    version: 1,
    submission: system.random.uuid(),
    submittedAt: new Date(system.clock.now()).toISOString(),
    command,
    name: nameOf(text, { file, to }, env),
    ...(to === undefined ? {} : { to }),
    file: resolve(file),
    text,
    options,
  });
  if (job.success) return job.data;
  throw new RunError('CONFIG.INVALID', `${file}: ${job.error.issues[0]?.message}`, { where: { file } });
}

function textOf(file: string): string {
  const text = readPipelineText(file);
  if (text.length <= TEXT_MAX) return text;
  throw new RunError('CONFIG.INVALID', `the pipeline file ${file} is larger than ${TEXT_MAX} characters`);
}

function nameOf(
  text: string,
  { file, to }: ReturnType<typeof readReference>,
  env: Runtime['env'],
): string | undefined {
  const plain = readPipelineName(text);
  try {
    parsePipeline(text, file, env, to);
  } catch (error) {
    const isWorkers = error instanceof RunError && error.code === 'CONFIG.ENV_MISSING' && plain !== undefined;
    if (!isWorkers) throw error;
  }
  return plain;
}
