import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bench, chatferry, type Export } from '../bench.ts';
import { archive } from '../mapping/archive.ts';
import { withPeer } from '../peer/peer-run.ts';
import { type Line, memoryLine } from '../table.ts';

/**
 * Peak memory of a dry run and of a run over a chat archive of very many files, without ids, whose rows are sorted by time. The
 * sorted table is written in each of them.
 */
export async function* archiveFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const messages = bench.rows.checked;
  const folder = join(bench.folder, 'archive');
  const write = (target: string): Promise<string> => archive(folder, messages, target);
  process.stderr.write(`writing ${messages} messages of an archive\n`);
  const files = (pipeline: string): Export => ({ folder, pipeline, format: 'csv' });
  const dry = await write('target: sandbox');
  yield [memoryLine('validate, an archive by time', await chatferry(bench, files(dry), ['validate', dry]))];
  const sample = await withPeer(bench, [], async (baseUrl) => {
    const target = `target: { baseUrl: "${baseUrl}", apiKey: { env: CHATFERRY_API_KEY } }`;
    const pipeline = await write(`${target}\nlimits: { requestsPerMinute: 1000000000 }`);
    return chatferry(bench, files(pipeline), ['run', pipeline, '--yes']);
  });
  yield [memoryLine('run, an archive by time', sample)];
  await rm(folder, { recursive: true });
}
