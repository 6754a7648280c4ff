import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TwoSystems, twoSystems } from './two-systems.ts';

/**
 * Two systems with the same target, and an export in a file beside it whose system nobody asks.
 * @param rest further lines of the part `live`, indented by two
 */
export async function withExport(rest: readonly string[] = []): Promise<TwoSystems> {
  const systems = await twoSystems();
  const { folder, pipeline } = systems;
  cpSync('test/fixtures/exports/stream/synthetic', join(folder, 'export'), { recursive: true });
  writeFileSync(join(folder, 'secret'), 'a-secret-of-stream', { mode: 0o600 });
  const [, target = ''] = /^(target: .*)$/m.exec(readFileSync(pipeline, 'utf8')) ?? [];
  const [, listen = ''] = /^( {2}listen: .*)$/m.exec(readFileSync(pipeline, 'utf8')) ?? [];
  writeFileSync(
    pipeline,
    [
      'version: 1',
      'name: move',
      target,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      'policies: { reactions: drop, pins: drop }',
      'sources: { export: { system: stream, path: ./export } }',
      'live:',
      listen,
      '  hooks: manual',
      '  old: { secrets: [{ file: ./secret }] }',
      ...rest,
      '',
    ].join('\n'),
  );
  return systems;
}
