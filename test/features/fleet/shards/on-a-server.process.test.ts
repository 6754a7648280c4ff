import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runStage } from '../../../../src/features/fleet/shards/run-stage.ts';
import { planStages, type Stage } from '../../../../src/features/fleet/shards/stages.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { openKept } from '../../../../src/state/open-kept.ts';
import { serviceReader } from '../../../e2e/service-reader.ts';
import { FAST, targetOf, workspace } from '../../../e2e/workspace.ts';
import { startSandboxHere } from '../../../support/cli-here.ts';
import { mainHere } from '../../../support/main-here.ts';
import { rowsOf, startPostgres } from '../../../support/postgres.ts';
import { stageContext } from './stage-process.ts';

const MESSAGES = 2_000;
const GROUPS = 20;

const many = (count: number, line: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => `${line(n)}\n`).join('');

test('a state on a server: each stage on a machine of its own, which has nothing of the others', async () => {
  await using server = await startPostgres();
  const url = await server.database();
  using space = workspace(0);
  await using sandbox = await startSandboxHere(space.folder);
  space.write('users.csv', 'uid,name\nann,Ann\nben,Ben\n');
  space.write('groups.csv', `guid,name\n${many(GROUPS, (n) => `g-${n},Group ${n}`)}`);
  space.write(
    'members.csv',
    `guid,uid\n${many(GROUPS * 2, (n) => `g-${n % GROUPS},${n < GROUPS ? 'ann' : 'ben'}`)}`,
  );
  writeFileSync(
    join(space.folder, 'messages.csv'),
    `muid,sender,receiver,receiverType,sentAt,text\n${many(MESSAGES, (n) => `m-${n},ann,g-${n % GROUPS},group,${1_790_000_000 + n},number ${n}`)}`,
  );
  const sources = ['users', 'groups', 'members', 'messages'].map(
    (name) => `  ${name}: { path: ${name}.csv }`,
  );
  const rest = `${FAST}\nshards: 2\nstate: "${url}"`;
  const file = space.pipeline({ target: targetOf(sandbox), sources: sources.join('\n'), rest });

  /** Does a stage on a machine that has nothing of the state yet; returns what it printed. */
  let machines = 0;
  const elsewhere = async (stage: Stage): Promise<string> => {
    let out = '';
    const cache = join(space.folder, `machine-${machines++}`);
    mkdirSync(cache);
    const context = {
      ...stageContext((text) => {
        out += text;
      }),
      env: { XDG_CACHE_HOME: cache },
    };
    await using kept = await openKept(file, context);
    await runStage(kept.pipeline, stage, { file, yes: true, allowNotifications: true }, kept.context);
    rmSync(cache, { recursive: true });
    return out;
  };
  const messagesOf = async () =>
    (await Array.fromAsync(serviceReader(sandbox.baseUrl, sandbox.apiKey).messages())).filter(
      ({ muid }) => muid,
    );
  const env = { XDG_CACHE_HOME: join(space.folder, 'first') };
  const all = await (async () => {
    await using kept = await openKept(file, { ...stageContext(() => {}), env });
    return planStages(kept.pipeline);
  })();
  const [early, shards, merge] = [all.slice(0, 4), all.slice(4, 6), all.at(-1) as Stage];
  for (const stage of early) await elsewhere(stage);
  await elsewhere(shards[0] as Stage);
  await expect(elsewhere(merge)).rejects.toMatchObject({ code: 'RUN.UNFINISHED' });
  await Promise.all(shards.map(elsewhere));
  // A machine that has none of the copies says what all have done.
  const status = await mainHere(['status', file, '--json'], { XDG_CACHE_HOME: join(space.folder, 'other') });
  expect(JSON.parse(status.out).entities.messages.counts).toMatchObject({ created: MESSAGES });
  const parts = await rowsOf(
    url,
    "SELECT DISTINCT state FROM chatferry_files WHERE state LIKE '%shards%' ORDER BY 1",
  );
  expect(parts).toEqual([{ state: 'e2e/shards/0' }, { state: 'e2e/shards/1' }]);
  const report = JSON.parse(await elsewhere(merge)) as Report;
  expect([report.exitCode, report.balanced]).toEqual([0, true]);
  expect(report.entities.messages).toMatchObject({ read: MESSAGES, created: MESSAGES });
  const left = await rowsOf(
    url,
    "SELECT state, path FROM chatferry_files WHERE state LIKE '%shards%' OR path LIKE 'shards%'",
  );
  expect(left).toEqual([]);
  const found = await messagesOf();
  expect(new Set(found.map(({ muid }) => muid)).size).toBe(MESSAGES);
  expect(found).toHaveLength(MESSAGES);
  // Done again, by anybody, it sends nothing.
  for (const stage of all) await elsewhere(stage);
  expect(await messagesOf()).toHaveLength(MESSAGES);
});
