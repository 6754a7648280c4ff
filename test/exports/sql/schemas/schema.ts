import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import type { ExportSummary } from '../../../../src/exports/export-summary.ts';
import type { Report } from '../../../../src/report/result/report.ts';
import { jsonHere, runHere } from '../../../support/command-here.ts';
import { serviceHere } from '../../../support/service-here.ts';

/** The schema of a chat with a few rows, and what these say. */
export type Schema = {
  readonly name: string;
  /** The tables and rows, as SQLite takes them; a dump begins with `--`. */
  readonly tables: string;
  /**
   * Every message that lands: `text: author > conversation`. The conversation of two is both names; a group has its name, its
   * type and its members, as `Team private ann,ben`.
   */
  readonly said: readonly string[];
  /** What has to be said besides, in one of two ways; absent where `init --yes` needs no word. */
  readonly answers?: readonly string[];
  /** The lines of `shape` in the pipeline. */
  readonly shape?: string;
  /** Messages that are left out, by reason. */
  readonly leftOut?: Readonly<Record<string, number>>;
};

/** Such a schema with its file and a pipeline. */
export function schemaHere({ tables }: Pick<Schema, 'tables'>) {
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-'));
  const isDump = tables.startsWith('--');
  const path = join(folder, isDump ? 'chat.sql' : 'chat.db');
  if (isDump) writeFileSync(path, tables);
  else {
    using database = new DatabaseSync(path);
    database.exec(tables);
  }
  const pipeline = join(folder, 'pipeline.yaml');
  return {
    path,
    pipeline,
    init: (...flags: readonly string[]) =>
      runHere(['init', path, '--zone', 'UTC', '--yes', '--force', ...flags]),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

type Initiated = { readonly questions?: readonly { readonly id: string; readonly text: string }[] };

/** What a service has after the pipeline that `init` writes has run, and what the run says of the messages. */
export async function landedOf(
  schema: Pick<Schema, 'tables' | 'answers' | 'shape'>,
): Promise<{ said: string[]; summary: ExportSummary }> {
  using here = schemaHere(schema);
  if (schema.shape === undefined) {
    const answers = (schema.answers ?? []).flatMap((answer) => ['--answer', answer]);
    const { exitCode, stdout, stderr } = await here.init('--json', ...answers);
    expect([exitCode, stderr]).toEqual([0, '']);
    expect((JSON.parse(stdout) as Initiated).questions ?? []).toEqual([]);
  } else
    writeFileSync(
      here.pipeline,
      `version: 1\nname: chat\ntarget: sandbox\nsources:\n  export:\n    system: sql\n    path: ${here.path}\n    zone: UTC\n    shape:\n${schema.shape}\n`,
    );
  await using service = await serviceHere({ files: {} });
  const [, target = ''] = /^(target: .*)$/m.exec(readFileSync(service.pipeline, 'utf8')) ?? [];
  const own = readFileSync(here.pipeline, 'utf8').replace(/^target: .*$/m, target);
  writeFileSync(
    here.pipeline,
    `${own}\nlimits: { requestsPerMinute: 10000000 }\nretention: { messagesOlderThanDays: 36500 }\n`,
  );
  const { result } = await jsonHere<Report>(['run', here.pipeline, '--yes', '--json']);
  expect([result.balanced, result.problems]).toEqual([true, []]);
  return { said: await saidIn(service), summary: result.export as ExportSummary };
}

async function saidIn({ service }: Awaited<ReturnType<typeof serviceHere>>): Promise<string[]> {
  const names = new Map<string, string>();
  for await (const { uid, name } of service.users.list()) names.set(String(uid), String(name));
  const nameOf = (uid: unknown): string => names.get(String(uid)) ?? `nobody ${String(uid)}`;
  const groups = new Map<string, string>();
  for await (const { guid, name, type } of service.groups.list()) {
    const members: string[] = [];
    for await (const { uid } of service.members.list(String(guid))) members.push(nameOf(uid));
    groups.set(String(guid), `${String(name)} ${String(type)} ${members.sort().join(',')}`);
  }
  const said: [number, string][] = [];
  for await (const { sender, receiver, receiverType, sentAt, data } of service.messages.list({
    limit: 1000,
  })) {
    const place =
      receiverType === 'group'
        ? groups.get(String(receiver))
        : [nameOf(sender), nameOf(receiver)].sort().join('+');
    const { text, attachments = [] } = data as { text?: string; attachments?: readonly { name?: string }[] };
    const files = attachments.map((file) => `[${file.name}]`).join('');
    said.push([Number(sentAt), `${text ?? ''}${files}: ${nameOf(sender)} > ${place}`]);
  }
  return said.sort((a, b) => a[0] - b[0]).map(([, line]) => line);
}

/** Checks that a schema lands as it is meant, and that nothing else does. */
export async function expectSchema(schema: Schema): Promise<void> {
  const { said, summary } = await landedOf(schema);
  expect([...said].sort()).toEqual([...schema.said].sort());
  expect(summary.kinds.messages?.dropped ?? {}).toEqual(schema.leftOut ?? {});
}

type Drafted = {
  readonly questions?: readonly { readonly id: string; readonly text: string }[];
  readonly doubts: readonly string[];
};

/** What `init` writes of some tables, and what it asks. */
export async function drafted(tables: string, ...flags: readonly string[]) {
  using here = schemaHere({ tables });
  const { exitCode, stdout, stderr } = await here.init('--json', ...flags);
  expect([exitCode, stderr]).toEqual([0, '']);
  const { questions = [], doubts } = JSON.parse(stdout) as Drafted;
  return {
    asked: questions.map(({ id }) => id),
    questions,
    doubts,
    text: readFileSync(here.pipeline, 'utf8'),
  };
}
