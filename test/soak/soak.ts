import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { generate } from '../../bench/generate.ts';
import type { Report } from '../../src/report/result/report.ts';
import { checkMessages, filesOf, type Verdict } from '../e2e/checker.ts';
import { startCli, startSandboxProcess } from '../e2e/cli-process.ts';
import { serviceReader } from '../e2e/service-reader.ts';

/** What one look at a process found. */
type Look = { readonly rssMb: number; readonly openFiles: number };

/** What a long run left and needed. */
export type Soaked = {
  readonly seconds: number;
  readonly rows: number;
  readonly report: Report;
  readonly verdict: Verdict;
  /** Megabytes: the median of the second fifth of the time, and of the last one. */
  readonly rssMb: readonly [number, number];
  /** Open files: the most in the second fifth of the time, and in the last one. */
  readonly openFiles: readonly [number, number];
  /** The same of the sandbox. */
  readonly sandboxRssMb: readonly [number, number];
};

const BATCH = 50;
const FAULTS = '429=0:5%,503:2%,reset-after:1%@/data_import';

/**
 * One run that lasts about so many minutes, because it is limited, against a service that refuses, fails and loses answers all
 * the time. Looks at its memory and its open files (Linux).
 */
export async function soak(
  minutes: number,
  requestsPerMinute: number,
  log: (line: string) => void,
): Promise<Soaked> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-soak-'));
  try {
    const messages = Math.floor(minutes * requestsPerMinute * BATCH);
    const size = { users: 2_000, groups: 100, members: 4_000 };
    await generate({ out: folder, ...size, messages, format: 'ndjson', seed: 1, bad: 1_000 });
    await using sandbox = await startSandboxProcess(folder, ['--faults', FAULTS, '--seed', '1']);
    const pipeline = join(folder, 'soak.yaml');
    writeFileSync(pipeline, pipelineText(sandbox, requestsPerMinute));
    const startedAt = performance.now();
    const { child, ended } = startCli(['run', pipeline, '--yes', '--json']);
    const looks: Look[] = [];
    const sandboxLooks: Look[] = [];
    let isRunning = true;
    void ended.then(() => {
      isRunning = false;
    });
    const everyMs = Math.max(200, (minutes * 60_000) / 600);
    while (isRunning) {
      await sleep(everyMs);
      const look = lookAt(child.pid);
      const other = lookAt(sandbox.child.pid);
      if (look) looks.push(look);
      if (other) sandboxLooks.push(other);
      if (look && looks.length % 60 === 0)
        log(
          `${Math.round((performance.now() - startedAt) / 1_000)} s: ${look.rssMb.toFixed(0)} MB, ${look.openFiles} open files`,
        );
    }
    const { out, err } = await ended;
    if (out === '') throw new Error(err);
    const report = JSON.parse(out) as Report;
    const reader = serviceReader(sandbox.baseUrl, sandbox.apiKey);
    const isValid = (row: { text?: string }): boolean => Boolean((row.text ?? 'x').trim());
    return {
      seconds: Math.round((performance.now() - startedAt) / 1_000),
      rows: report.entities.messages?.read ?? 0,
      report,
      verdict: await checkMessages(filesOf(folder, 'messages'), isValid, reader, { times: true }),
      rssMb: [median(fifth(looks, 1)), median(fifth(looks, 4))],
      openFiles: [most(fifth(looks, 1)), most(fifth(looks, 4))],
      sandboxRssMb: [median(fifth(sandboxLooks, 1)), median(fifth(sandboxLooks, 4))],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pipelineText(
  { baseUrl, keyFile }: { readonly baseUrl: string; readonly keyFile: string },
  requestsPerMinute: number,
): string {
  return [
    'version: 1',
    'name: soak',
    `target: { baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(keyFile)} } }`,
    `limits: { requestsPerMinute: ${requestsPerMinute}, timeoutSeconds: 5 }`,
    'sources:',
    ...['users', 'groups', 'members', 'messages'].map((name) => `  ${name}: { path: ${name}.ndjson }`),
  ].join('\n');
}

function lookAt(pid: number | undefined): Look | undefined {
  try {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const openFiles = readdirSync(`/proc/${pid}/fd`).length;
    return kilobytes === undefined ? undefined : { rssMb: Number(kilobytes) / 1_024, openFiles };
  } catch {
    // It has just ended.
    return undefined;
  }
}

const fifth = (looks: readonly Look[], number: number): readonly Look[] =>
  looks.slice(Math.floor((looks.length * number) / 5), Math.ceil((looks.length * (number + 1)) / 5));

const median = (looks: readonly Look[]): number =>
  looks.map(({ rssMb }) => rssMb).sort((a, b) => a - b)[Math.floor(looks.length / 2)] ?? 0;

const most = (looks: readonly Look[]): number => Math.max(0, ...looks.map(({ openFiles }) => openFiles));
