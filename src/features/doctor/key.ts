import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ApiKeySpec } from '../../pipeline/pipeline-schema.ts';
import { type KeyAccess, readApiKey } from '../../pipeline/target.ts';
import type { Secret } from '../../service/transport/secret.ts';
import { type Finding, failedBy, pass, warn } from './finding.ts';

const CHECK = 'key';
const OTHERS = 0o077;

/** The finding about the key, with the key if it was found. */
export type FoundKey = { readonly finding: Finding; readonly apiKey?: Secret };

/** Checks that the key can be read, and that others cannot read it. Never shows the key itself. */
export async function findKey(
  spec: ApiKeySpec | undefined,
  pipeline: Pick<Pipeline, 'file' | 'folder' | 'secrets'>,
  access: KeyAccess,
): Promise<FoundKey> {
  let apiKey: Secret;
  try {
    apiKey = await readApiKey(spec, pipeline, access);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { finding: failedBy(CHECK, error) };
  }
  return { apiKey, finding: await keySource(spec ?? { env: 'CHATFERRY_API_KEY' }, pipeline.folder) };
}

async function keySource(spec: ApiKeySpec, folder: string): Promise<Finding> {
  if ('env' in spec) return pass(CHECK, `from the environment variable ${spec.env}`);
  if ('command' in spec) return pass(CHECK, `from the output of ${spec.command[0]}`);
  const { mode } = await stat(resolve(folder, spec.file));
  const digits = (mode & 0o777).toString(8).padStart(4, '0');
  return (mode & OTHERS) === 0
    ? pass(CHECK, `from the file ${spec.file}, mode ${digits}`)
    : warn(CHECK, `others can read the file ${spec.file}, its mode is ${digits}`, `chmod 600 ${spec.file}`);
}
