import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { generate } from '../../bench/generate.ts';
import type { Report } from '../../src/report/result/report.ts';
import { checkMessages, filesOf, rejectCounts, type Verdict } from './checker.ts';
import { cli, startCli, startSandboxProcess } from './cli-process.ts';
import { serviceReader } from './service-reader.ts';

export type KillLoopOptions = {
  readonly messages: number;
  readonly users: number;
  readonly groups: number;
  readonly kills: number;
  readonly faults: string;
  readonly quirks?: string;
  /** Every Nth message is invalid. */
  readonly bad: number;
  /** A kill comes between these two times after the start of a process. */
  readonly killAfterMs: readonly [number, number];
  readonly api: 'import' | 'rest';
  readonly seed: number;
};

export type KillLoopResult = {
  readonly verdict: Verdict;
  readonly report: Report;
  readonly badMessages: number;
  readonly kills: number;
  readonly rejects: ReadonlyMap<string, number>;
  readonly users: number;
  readonly groups: number;
  readonly members: number;
};

/** Runs a migration against a faulty service, kills it again and again at random moments, and checks what is there. */
export async function killLoop(
  options: KillLoopOptions,
  log: (text: string) => void = () => {},
): Promise<KillLoopResult> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-kill-'));
  try {
    const members = options.users * 2;
    const made = await generate({ out: folder, ...options, members, format: 'ndjson' });
    const quirks = options.quirks ? ['--quirks', options.quirks] : [];
    const args = ['--faults', options.faults, '--seed', String(options.seed), ...quirks];
    await using sandbox = await startSandboxProcess(folder, args);
    const pipeline = join(folder, 'kill.yaml');
    writeFileSync(pipeline, pipelineText(sandbox, folder, options.api));
    const kills = await killAgainAndAgain(pipeline, options, log);
    const ended = await cli(['run', pipeline, '--yes', '--json']);
    const report = JSON.parse(ended.out) as Report;
    log(`the last run ended with ${ended.code}; ${JSON.stringify(report.requests)}; checking`);
    const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
    const isValid = (row: { text?: string; data?: { text?: string } }): boolean =>
      Boolean((row.text ?? row.data?.text ?? 'x').trim());
    return {
      report,
      kills,
      badMessages: made.badMessages,
      verdict: await checkMessages(filesOf(folder, 'messages'), isValid, reader, {
        times: options.api === 'import',
      }),
      rejects: made.badMessages
        ? await rejectCounts(join(folder, '.chatferry/kill/rejects/messages.ndjson'))
        : new Map(),
      users: await count(reader.list('/users')),
      groups: await count(reader.list('/groups')),
      members: report.entities.members.created,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function killAgainAndAgain(
  pipeline: string,
  options: KillLoopOptions,
  log: (text: string) => void,
): Promise<number> {
  const [from, to] = options.killAfterMs;
  for (let kills = 0; kills < options.kills; kills++) {
    const { child, ended } = startCli(['run', pipeline, '--yes']);
    await Promise.race([sleep(from + Math.random() * (to - from)), ended]);
    if (child.exitCode !== null) return kills;
    child.kill('SIGKILL');
    await ended;
    log(`killed ${kills + 1} times; ${progressOf(pipeline)}`);
  }
  return options.kills;
}

function progressOf(pipeline: string): string {
  try {
    const path = join(pipeline, '../.chatferry/kill/checkpoint.json');
    const { checkpoint } = JSON.parse(readFileSync(path, 'utf8')) as {
      checkpoint: { steps: Record<string, { counts: { read: number } }> };
    };
    return Object.entries(checkpoint.steps)
      .map(([name, { counts }]) => `${name} ${counts.read}`)
      .join(', ');
  } catch {
    return 'no checkpoint yet';
  }
}

function pipelineText(sandbox: { baseUrl: string; keyFile: string }, folder: string, api: string): string {
  const source = (name: string): string =>
    `  ${name}: { path: ${JSON.stringify(join(folder, `${name}.ndjson`))} }`;
  return [
    'version: 1',
    'name: kill',
    `target: { baseUrl: "${sandbox.baseUrl}", apiKey: { file: ${JSON.stringify(sandbox.keyFile)} }, api: ${api} }`,
    'limits: { requestsPerMinute: 10000000, timeoutSeconds: 2 }',
    'sources:',
    ...['users', 'groups', 'members', 'messages'].map(source),
  ].join('\n');
}

async function count(rows: AsyncIterable<unknown>): Promise<number> {
  let sum = 0;
  for await (const _ of rows) sum++;
  return sum;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      messages: { type: 'string', default: '1000000' },
      kills: { type: 'string', default: '25' },
      faults: { type: 'string', default: '429:5%,503:5%' },
      api: { type: 'string', default: 'import' },
      seed: { type: 'string', default: '1' },
      'kill-within': { type: 'string', default: '60000' },
    },
  });
  const result = await killLoop(
    {
      messages: Number(values.messages),
      users: 20_000,
      groups: 500,
      kills: Number(values.kills),
      faults: values.faults,
      bad: 10_000,
      killAfterMs: [500, Number(values['kill-within'])],
      api: values.api as 'import' | 'rest',
      seed: Number(values.seed),
    },
    (text) => process.stderr.write(`${text}\n`),
  );
  const { report, rejects, verdict, kills, badMessages, users, groups, members } = result;
  const repeated = [...rejects.values()].filter((times) => times !== 1).length;
  process.stdout.write(
    `${JSON.stringify({ kills, verdict, badMessages, rejectsListed: rejects.size, rejectsRepeated: repeated, users, groups, members, balanced: report.balanced, entities: report.entities }, null, 2)}\n`,
  );
  const bad =
    verdict.lost +
    verdict.duplicated +
    verdict.unexpected +
    verdict.orderViolations +
    verdict.fieldDiffs +
    repeated;
  process.exitCode = bad === 0 && rejects.size === badMessages && report.balanced ? 0 : 1;
}
