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

/** Options of `simulateMonth`. */
export type MonthOptions = { readonly days: number; readonly seed: number };

/** The sync run of one day. */
export type SyncResult = {
  readonly day: number;
  readonly kills: number;
  readonly report: Report;
  /** What `verify` found, by entity. */
  readonly verified: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly verifyExit: number | null;
  /** Requests of a second run of the same command. */
  readonly again: number;
  readonly trouble: readonly string[];
};

const FAULTS = '429=0:4%,503:4%,reset-after:3%,500-after:2%';

/** Runs one sync per day, a third of them with kills and faults, and verifies after each. */
export async function simulateMonth(
  { days, seed }: MonthOptions,
  log: (text: string) => void = () => {},
): Promise<SyncResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-month-'));
  const random = new Seeded(seed);
  const world = new World(seed);
  const results: SyncResult[] = [];
  let shown: Shown | undefined;
  let isReverted = false;
  // A ledger belongs to an address: it stays the same, whichever process answers there.
  const port = Number(await freePort());
  try {
    for (let today = 1; today <= days; today++) {
      const hasFaults = today % 3 === 0;
      if (today > 1) world.advance(hasFaults ? 'revocable' : isReverted ? 'double' : undefined);
      const exportOf = (day: number): string => join(folder, 'exports', String(day));
      const todaysRows = writeExport(exportOf(today), world, shown, random);
      // Sometimes the export of the day before comes back, before or during the sync run.
      const put = (): number => {
        const day = random.chance(0.7) || !hasFaults ? today : today - 1;
        putExport(exportOf(day), folder);
        return day;
      };
      const service = { dataFile: join(folder, 'service.sqlite'), port, http: true, seed: today };
      let kills = 0;
      const requestEvents = new EventEmitter();
      {
        await using sandbox = await startSandbox(
          hasFaults
            ? { ...service, faults: parseFaults(FAULTS), log: () => requestEvents.emit('request') }
            : service,
        );
        writeFileSync(join(folder, 'month.yaml'), pipelineText(sandbox.baseUrl, sandbox.files.apiKey));
        if (hasFaults) kills = await killed(folder, random, requestEvents, put);
        isReverted = put() !== today;
        if (!isReverted) shown = todaysRows;
        const ended = await runSync(folder);
        const report = JSON.parse(ended.stdout || '{}') as Report;
        const trouble =
          ended.exitCode === 0
            ? []
            : [`run ended with ${ended.exitCode}: ${ended.stderr}\n${ended.stdout.slice(0, 2_000)}`];
        results.push({ day: today, kills, report, verified: {}, verifyExit: null, again: -1, trouble });
      }
      await using _sandbox = await startSandbox(service);
      const again = await runSync(folder);
      const verify = await runHere('verify', join(folder, 'month.yaml'), '--json');
      const { entities } = JSON.parse(verify.stdout || '{}') as { entities?: SyncResult['verified'] };
      const last = results.pop() as SyncResult;
      const trouble = [...last.trouble];
      if (verify.exitCode !== 0)
        trouble.push(
          `verify ended with ${verify.exitCode}: ${verify.stderr.slice(-500)}\n${verify.stdout.slice(0, 6_000)}`,
        );
      if (again.exitCode !== 0) trouble.push(`the second run ended with ${again.exitCode}: ${again.stderr}`);
      const sent = again.stdout ? ((JSON.parse(again.stdout) as Partial<Report>).requests?.sent ?? -1) : -1;
      results.push({ ...last, verified: entities ?? {}, verifyExit: verify.exitCode, again: sent, trouble });
      log(
        `day ${today}: ${kills} kills, ${summary(last.report)}, verify ${verify.exitCode}, again ${sent}${trouble.map((each) => `\n${each}`).join('')}`,
      );
      if (trouble.length > 0) break;
    }
  } finally {
    if (!process.env['CHATFERRY_KEEP']) rmSync(folder, { recursive: true, force: true });
    else log(folder);
  }
  return results;
}

const runSync = (folder: string) => runHere('run', join(folder, 'month.yaml'), '--yes', '--json');

/** Kills the sync run at random moments, a few times, unless it ends before. */
async function killed(
  folder: string,
  random: Seeded,
  requestEvents: EventEmitter,
  put: () => void,
): Promise<number> {
  const times = random.whole(1, 3);
  for (let kills = 0; kills < times; kills++) {
    put();
    const { child, ended } = startCli(['run', join(folder, 'month.yaml'), '--yes']);
    await Promise.race([moment(random.whole(0, 6), requestEvents), ended]);
    if (child.exitCode !== null) return kills;
    child.kill('SIGKILL');
    await ended;
  }
  return times;
}

/** Resolves after `count` requests; for 0, while the sync run starts. */
async function moment(requests: number, requestEvents: EventEmitter): Promise<void> {
  if (requests === 0) await sleep(300);
  for (let seen = 0; seen < requests; seen++) await once(requestEvents, 'request');
}

function summary({ entities, requests }: Report): string {
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
