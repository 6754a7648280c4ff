import { createHmac } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TwoSystems, twoSystems } from './two-systems.ts';

const SECRET = 'a-secret-of-stream';

/** An export of Stream's in a file, whose app nobody can ask, and its events. */
export type ExportSystems = TwoSystems & {
  /** Sends an event as the app would. */
  readonly send: (event: Readonly<Record<string, unknown>>, secret?: string) => Promise<number>;
};

/** The same target, and an export in a file beside it whose system nobody asks. */
export async function withExport(policies = 'reactions: drop, pins: drop'): Promise<ExportSystems> {
  const systems = await twoSystems();
  const { folder, pipeline } = systems;
  cpSync('test/fixtures/exports/stream/synthetic', join(folder, 'export'), { recursive: true });
  writeFileSync(join(folder, 'secret'), SECRET, { mode: 0o600 });
  const text = readFileSync(pipeline, 'utf8');
  const [, target = ''] = /^(target: .*)$/m.exec(text) ?? [];
  const [, listen = ''] = /^( {2}listen: .*)$/m.exec(text) ?? [];
  const [, port = ''] = /port: (\d+)/.exec(listen) ?? [];
  writeFileSync(
    pipeline,
    [
      'version: 1',
      'name: move',
      target,
      'limits: { requestsPerMinute: 10000000, timeoutSeconds: 30 }',
      `policies: { ${policies} }`,
      'sources: { export: { system: stream, path: ./export } }',
      'live:',
      listen,
      '  hooks: manual',
      '  waitForParent: 1s',
      '  old: { secrets: [{ file: ./secret }] }',
      '',
    ].join('\n'),
  );
  return {
    ...systems,
    send: async (event, secret = SECRET) => {
      const paths = JSON.parse(
        readFileSync(join(folder, '.chatferry/move/live/receiver/paths.json'), 'utf8'),
      ) as { readonly old: string };
      const body = JSON.stringify(event);
      const signature = createHmac('sha256', secret).update(body).digest('hex');
      const { status } = await fetch(`http://127.0.0.1:${port}${paths.old}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-signature': signature },
        body,
      });
      return status;
    },
  };
}
