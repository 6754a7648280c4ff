import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Export } from '../bench.ts';

/** The default of the pipeline file; the same for every rival. */
export const CONNECTIONS = 4;

/** Writes a pipeline whose service is the peer, beside an export. */
export async function peerPipeline(
  { folder, format }: Export,
  baseUrl: string,
  ...more: readonly string[]
): Promise<string> {
  const path = join(folder, 'peer.yaml');
  const names = ['users', 'groups', 'members', 'messages'];
  await writeFile(
    path,
    [
      'version: 1',
      'name: bench',
      `target: { baseUrl: "${baseUrl}", apiKey: { env: CHATFERRY_API_KEY } }`,
      `limits: { requestsPerMinute: 1000000000, concurrency: ${CONNECTIONS} }`,
      ...more,
      'sources:',
      ...names.map((name) => `  ${name}: { path: ${name}.${format} }`),
      '',
    ].join('\n'),
  );
  return path;
}
