import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { VerificationReport } from '../../../src/features/verify/result/verification-report.ts';
import { chatService } from '../../../src/service/client/chat-service.ts';
import { startEmbeddedSandbox } from '../../../src/session/embedded-sandbox.ts';
import { runCli } from '../../support/cli-here.ts';
import { mainHere } from '../../support/main-here.ts';
import { writeExport } from './planted-export.ts';
import type { Plant } from './plants.ts';

/** An export that was migrated into the sandbox of its pipeline. */
export type Migrated = Disposable & {
  readonly pipeline: string;
  /** The state folder. */
  readonly state: string;
  /** Restores the data file to its state after the migration. */
  restore(): void;
};

export async function migrated(more = ''): Promise<Migrated> {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-verify-'));
  const pipeline = writeExport(folder, 'sandbox', more);
  const { exitCode, stderr } = await runCli('run', pipeline, '--quiet');
  if (exitCode !== 0) throw new Error(`the migration ended with ${exitCode}: ${stderr}`);
  const state = join(folder, '.chatferry', 'planted');
  const kept = join(folder, 'kept.sqlite');
  copyFileSync(join(state, 'sandbox.sqlite'), kept);
  return {
    pipeline,
    state,
    restore: () => copyFileSync(kept, join(state, 'sandbox.sqlite')),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Plants in the service of a migration: first by its API, then in its data file. */
export async function plantAll({ state }: Migrated, plants: readonly Plant[]): Promise<void> {
  const dataFile = join(state, 'sandbox.sqlite');
  if (plants.some(({ api }) => api)) {
    await using sandbox = await startEmbeddedSandbox(dataFile, []);
    const { baseUrl, files } = sandbox;
    const apiKey = readFileSync(files.apiKey, 'utf8').trim();
    await using service = chatService({ baseUrl, apiKey, caFile: files.ca });
    const ids = new Map<string | undefined, string>();
    for await (const { muid, id } of service.messages.list({ limit: 1_000 })) ids.set(muid, id);
    for (const { api } of plants) await api?.(service, (muid) => ids.get(muid) ?? muid);
  }
  using db = new DatabaseSync(dataFile);
  for (const { sql } of plants) sql?.(db);
}

/** The result of `verify`, with every difference as `entity mark key fields`. */
export async function verified(
  pipeline: string,
  ...options: readonly string[]
): Promise<{ exitCode: number | null; report: VerificationReport; differences: string[]; stderr: string }> {
  const { exitCode, stdout, stderr } = await runHere('verify', pipeline, '--json', ...options);
  const report = JSON.parse(stdout) as VerificationReport;
  if (!report.files) throw new Error(stderr);
  const differences = readFileSync(report.files.differences, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { entity, mark, key, fields = [] } = JSON.parse(line);
      return [entity, mark, key, ...fields.map(({ field }: { field: string }) => field).sort()].join(' ');
    });
  return { exitCode, report, differences, stderr };
}

/** Runs a command line in this process, which has already loaded the program. */
export async function runHere(
  ...args: readonly string[]
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const { code: exitCode, out: stdout, err: stderr } = await mainHere(args);
  return { exitCode, stdout, stderr };
}
