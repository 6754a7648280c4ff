import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { coreNames } from '../../../src/input/entities/entity.ts';
import { type SyncScenario, syncScenario } from '../../features/sync/scenario/syncs.ts';

/** What version 0.1.0 left: a sync run killed while it sent messages, or after that an undo killed after its first removal. */
export type Left = 'killed-sync' | 'killed-undo';

type Row = Readonly<Record<string, unknown>>;
type Rows = Readonly<Record<(typeof coreNames)[number], readonly Row[]>>;

const at = (name: string): string => join(import.meta.dirname, name);
const { export: sources, left } = JSON.parse(readFileSync(at('rows.json'), 'utf8')) as Record<
  'export' | 'left',
  Rows
>;

/** The export that the killed sync run read. */
export const exported = sources;

/** A pipeline with the state of version 0.1.0, and a service with the rows that were in it then. */
export async function stateOf(what: Left): Promise<SyncScenario> {
  const scenario = await syncScenario(coreNames, { sync: '{ onMissing: delete, maxDelete: 100% }' });
  await fillService(scenario, what);
  const service = baseUrlOf(scenario);
  for (const folder of ['sync', 'keys']) {
    mkdirSync(join(scenario.state, folder), { recursive: true, mode: 0o700 });
    for (const name of readdirSync(at(folder)))
      copyFileSync(join(at(folder), name), join(scenario.state, folder, name));
  }
  // An undo clears the checkpoint first.
  if (what === 'killed-sync') {
    const checkpoint = JSON.parse(readFileSync(at('checkpoint.json'), 'utf8'));
    const body = JSON.stringify({ ...checkpoint, target: { ...checkpoint.target, service } });
    const sha256 = createHash('sha256').update(body).digest('hex');
    writeFileSync(join(scenario.state, 'checkpoint.json'), `{"sha256":"${sha256}","checkpoint":${body}}`);
  }
  await writeLedger(scenario, what, service);
  scenario.put(sources);
  return scenario;
}

const baseUrlOf = ({ pipeline }: SyncScenario): string =>
  /baseUrl: "([^"]+)"/.exec(readFileSync(pipeline, 'utf8'))?.[1] ?? '';

/** The rows of the export and those that had left it, without what the removals had taken already. */
async function fillService({ service }: SyncScenario, what: Left): Promise<void> {
  const isGone = ({ muid }: Row): boolean => what === 'killed-undo' && muid === 'M-52';
  for (const name of coreNames) {
    const rows = [...sources[name], ...left[name]].filter((row) => !isGone(row));
    const sent = rows.map(({ text, ...row }) =>
      name === 'messages' ? { ...row, ...textMessage(text) } : row,
    );
    const results = await service.dataImport[name](sent as never);
    for (const [key, result] of results)
      if (!result.success) throw new Error(`${name} ${key}: ${JSON.stringify(result)}`);
  }
}

const textMessage = (text: unknown): object => ({ category: 'message', type: 'text', data: { text } });

/** Makes the ledger with the literal SQL; messages have other ids in the new service. */
async function writeLedger({ state, service }: SyncScenario, what: Left, baseUrl: string): Promise<void> {
  using db = new DatabaseSync(join(state, 'ledger.sqlite'));
  db.exec(readFileSync(at(`${what}.sql`), 'utf8').replaceAll('http://service', baseUrl));
  db.exec('UPDATE messages SET id = 900000 + row WHERE id IS NOT NULL');
  const identify = db.prepare('UPDATE messages SET id = ? WHERE key = ? AND id IS NOT NULL');
  for await (const { muid, id } of service.messages.list({ limit: 1_000 }))
    if (muid !== undefined) identify.run(String(id), muid);
}
