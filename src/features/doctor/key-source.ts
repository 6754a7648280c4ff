import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { ServiceSpec } from '../../pipeline/pipeline-schema.ts';
import { type Finding, pass, warn } from './finding.ts';

/** Name of the check of a key. */
export const KEY_CHECK = 'key';
const OTHERS = 0o077;

/** Checks that others cannot read a key where it is found. */
export async function keySource(spec: NonNullable<ServiceSpec['apiKey']>, folder: string): Promise<Finding> {
  if ('env' in spec) return pass(KEY_CHECK, `from the environment variable ${spec.env}`);
  if ('command' in spec) return pass(KEY_CHECK, `from the output of ${spec.command[0]}`);
  const { mode } = await stat(resolve(folder, spec.file));
  const digits = (mode & 0o777).toString(8).padStart(4, '0');
  return (mode & OTHERS) === 0
    ? pass(KEY_CHECK, `from the file ${spec.file}, mode ${digits}`)
    : warn(
        KEY_CHECK,
        `others can read the file ${spec.file}, its mode is ${digits}`,
        `chmod 600 ${spec.file}`,
      );
}
