import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Report } from '../../../../src/report/result/report.ts';
import { parseFaults, startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { startCli } from '../../../e2e/cli-process.ts';
import { runHere } from '../../verify/migrated.ts';
import { putExport, type Shown, writeExport } from './exports.ts';
import { Seeded } from './seeded.ts';
import { World } from './world.ts';

export type MonthOptions = { readonly nights: number; readonly seed: number };

/** What one night was like. */
export type NightResult = {
  readonly night: number;
  readonly kills: number;
  readonly report: Report;
  /** What `verify` found, by entity. */
  readonly verified: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly verifyExit: number | null;
  /** Write requests of the same command once more. */
  readonly again: number;
  readonly trouble: readonly string[];
};

const FAULTS = '429=0:4%,503:4%,reset-after:3%,500-after:2%';

/** Lives through nights of a sync, a third of them with kills and faults, and verifies after each. */
export async function liveMonth(
  { nights, seed }: MonthOptions,
  log: (text: string) => void = () => {},
): Promise<NightResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-month-'));
  const random = new Seeded(seed);
  const world = new World(seed);
  const results: NightResult[] = [];
  let shown: Shown | undefined;
  let isTakenBack = false;
  // The address is part of what a ledger belongs to: it stays, whichever process answers there.
  const port = Number(await freePort());
  try {
    for (let night = 1; night <= nights; night++) {
      const isHard = night % 3 === 0;
      if (night > 1) world.live(isHard ? 'revocable' : isTakenBack ? 'double' : undefined);
      const exportOf = (day: number): string => join(folder, 'exports', String(day));
      const showing = writeExport(exportOf(night), world, shown, random);
      // Now and then the export of the day before is put back, before the night or in its middle.
      const put = (): number => {
        const day = random.chance(0.7) || !isHard ? night : night - 1;
        putExport(exportOf(day), folder);
        return day;
      };
      const service = { dataFile: join(folder, 'service.sqlite'), port, http: true, seed: night };
      let kills = 0;
      const heard = new EventEmitter();
      {
        await using sandbox = await startSandbox(
          isHard ? { ...service, faults: parseFaults(FAULTS), log: () => heard.emit('request') } : service,
        );
        writeFileSync(join(folder, 'month.yaml'), pipelineText(sandbox.baseUrl, sandbox.files.apiKey));
        if (isHard) kills = await killed(folder, random, heard, put);
        isTakenBack = put() !== night;
        if (!isTakenBack) shown = showing;
        const ended = await night_(folder);
        const report = JSON.parse(ended.stdout || '{}') as Report;
        const trouble =
          ended.exitCode === 0
            ? []
            : [`run ended with ${ended.exitCode}: ${ended.stderr}\n${ended.stdout.slice(0, 2_000)}`];
        results.push({ night, kills, report, verified: {}, verifyExit: null, again: -1, trouble });
      }
      await using _sandbox = await startSandbox(service);
      const again = await night_(folder);
      const verify = await runHere('verify', join(folder, 'month.yaml'), '--json');
      const { entities } = JSON.parse(verify.stdout || '{}') as { entities?: NightResult['verified'] };
      const last = results.pop() as NightResult;
      const trouble = [...last.trouble];
      if (verify.exitCode !== 0)
        trouble.push(
          `verify ended with ${verify.exitCode}: ${verify.stderr.slice(-500)}\n${verify.stdout.slice(0, 6_000)}`,
        );
      if (again.exitCode !== 0)
        trouble.push(`the same once more ended with ${again.exitCode}: ${again.stderr}`);
      const sent = again.stdout ? ((JSON.parse(again.stdout) as Partial<Report>).requests?.sent ?? -1) : -1;
      results.push({ ...last, verified: entities ?? {}, verifyExit: verify.exitCode, again: sent, trouble });
      log(
        `night ${night}: ${kills} kills, ${said(last.report)}, verify ${verify.exitCode}, again ${sent}${trouble.map((each) => `\n${each}`).join('')}`,
      );
      if (trouble.length > 0) break;
    }
  } finally {
    if (!process.env['CHATFERRY_KEEP']) rmSync(folder, { recursive: true, force: true });
    else log(folder);
  }
  return results;
}

const night_ = (folder: string) => runHere('run', join(folder, 'month.yaml'), '--yes', '--json');

/** Kills the night at random moments, a few times, unless it is over before. */
async function killed(folder: string, random: Seeded, heard: EventEmitter, put: () => void): Promise<number> {
  const times = random.whole(1, 3);
  for (let kills = 0; kills < times; kills++) {
    put();
    const { child, ended } = startCli(['run', join(folder, 'month.yaml'), '--yes']);
    await Promise.race([moment(random.whole(0, 6), heard), ended]);
    if (child.exitCode !== null) return kills;
    child.kill('SIGKILL');
    await ended;
  }
  return times;
}

/** When so many requests have come; with none, while the night begins. */
async function moment(requests: number, heard: EventEmitter): Promise<void> {
  if (requests === 0) await sleep(300);
  for (let seen = 0; seen < requests; seen++) await once(heard, 'request');
}

function said({ entities, requests }: Report): string {
  if (!entities) return 'no report';
  const sum = (status: 'created' | 'updated' | 'unchanged' | 'skipped'): number =>
    Object.values(entities).reduce((total, counts) => total + counts[status], 0);
  return `+${sum('created')} *${sum('updated')} =${sum('unchanged')} skipped ${sum('skipped')}, ${requests.sent} requests`;
}

function pipelineText(baseUrl: string, keyFile: string): string {
  return [
    'version: 1',
    'name: month',
    `target: { baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(keyFile)} } }`,
    'limits: { requestsPerMinute: 10000000, timeoutSeconds: 5 }',
    'sync: { onMissing: delete, maxDelete: 90% }',
    'sources:',
    ...['users', 'groups', 'members', 'messages'].map((name) => `  ${name}: { path: "${name}-*.*" }`),
  ].join('\n');
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return String(port);
}
