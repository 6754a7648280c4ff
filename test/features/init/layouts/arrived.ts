import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { runHere } from '../../../support/command-here.ts';

/** A question of `init`, with what may answer it. */
export type Asked = {
  readonly id: string;
  readonly text: string;
  readonly choices: readonly { readonly value: string }[];
};

/** What `init` says of its draft. */
export type Draft = {
  readonly exitCode: number;
  /** The pipeline; empty if none was written. */
  readonly text: string;
  readonly questions: readonly Asked[];
  readonly rejected: Readonly<Record<string, number>>;
  /** Files that it does not read, by their names, and all that it said beside. */
  readonly skipped: readonly string[];
  readonly warnings: readonly string[];
};

/** Writes files into a folder. */
export function writeFiles(folder: string, files: ReadonlyMap<string, Uint8Array>): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** What `init --yes` makes of a folder. */
export async function drafted(folder: string, file: string, flags: readonly string[]): Promise<Draft> {
  const args = ['init', folder, '--yes', '--json', '--force', '--out', file, ...flags];
  const { exitCode, stdout, stderr } = await runHere(args);
  const nothing = { exitCode, text: '', questions: [], rejected: {}, skipped: [], warnings: [stderr] };
  if (stdout === '') return nothing;
  const said = JSON.parse(stdout) as {
    readonly questions?: readonly Asked[];
    readonly doubts?: readonly unknown[];
    readonly leftOut?: readonly { readonly path: string; readonly reason: string }[];
    readonly dryRun?: Readonly<Record<string, { readonly rejected?: number } | undefined>> | null;
  };
  return {
    exitCode,
    text: readFileSync(file, 'utf8'),
    questions: said.questions ?? [],
    rejected: Object.fromEntries(
      Object.entries(said.dryRun ?? {}).map(([entity, tally]) => [entity, tally?.rejected ?? 0]),
    ),
    skipped: (said.leftOut ?? []).map(({ path, reason }) => `${path}: ${reason}`),
    warnings: (said.doubts ?? []).map((each) => String(each)),
  };
}

/** What a run brought into a service. */
export type Arrived = {
  readonly exitCode: number;
  readonly said: string;
  readonly users: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<
    string,
    { readonly name: string; readonly type: string; readonly owner: string }
  >;
  readonly members: readonly { readonly guid: string; readonly uid: string; readonly scope: string }[];
  readonly messages: readonly {
    readonly sender: string;
    readonly receiver: string;
    readonly isDirect: boolean;
    readonly at: number;
    readonly text: string;
    readonly isDeleted: boolean;
  }[];
};

/** Runs a draft into a new service. */
export async function arrived(folder: string, draft: string): Promise<Arrived> {
  const dataFile = join(folder, 'service.sqlite');
  const ran = await intoService(folder, draft, dataFile);
  const database = new DatabaseSync(dataFile, { readOnly: true });
  const rows = <T>(sql: string): T[] => database.prepare(sql).all() as T[];
  try {
    return {
      exitCode: ran.exitCode,
      said: ran.stderr,
      users: new Map(
        rows<{ uid: string; name: string }>('SELECT uid, name FROM users').map(({ uid, name }) => [
          uid,
          name,
        ]),
      ),
      groups: new Map(
        rows<{ guid: string; name: string; type: string; owner: string }>(
          'SELECT guid, name, type, owner FROM groups',
        ).map(({ guid, ...group }) => [guid, group]),
      ),
      members: rows('SELECT guid, uid, scope FROM members'),
      messages: rows<Record<string, string & number>>(
        `SELECT m.sender, m.sent_at, m.data, m.deleted_at, c.kind, c.peer_a, c.peer_b
         FROM messages m JOIN conversations c ON c.seq = m.conversation WHERE m.category = 'message'`,
      ).map(({ sender, sent_at, data, deleted_at, kind, peer_a, peer_b }) => ({
        sender: String(sender),
        receiver: kind === 'user' && String(peer_a) === sender ? String(peer_b) : String(peer_a),
        isDirect: kind === 'user',
        at: Number(sent_at),
        text: String((JSON.parse(String(data)) as { text?: string }).text ?? ''),
        isDeleted: deleted_at !== null,
      })),
    };
  } finally {
    database.close();
  }
}

async function intoService(
  folder: string,
  draft: string,
  dataFile: string,
): Promise<{ readonly exitCode: number; readonly stderr: string }> {
  await using sandbox = await startSandbox({ dataFile, http: true });
  const { baseUrl, files } = sandbox;
  const target = `{ baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(files.apiKey)} } }`;
  const rest = 'limits: { requestsPerMinute: 10000000 }\nretention: { messagesOlderThanDays: 36500 }\n';
  const file = join(folder, 'run.yaml');
  writeFileSync(file, `${draft.replace('target: sandbox', `target: ${target}`)}\n${rest}`);
  return await runHere(['run', file, '--yes']);
}
