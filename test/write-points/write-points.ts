import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { cli } from '../e2e/cli-process.ts';
import { serviceReader } from '../e2e/service-reader.ts';
import { runHere } from '../support/command-here.ts';

/** The commands that are ended at each of their write points. */
export const COMMANDS = ['run', 'sync', 'rejects retry', 'undo'] as const;
type Command = (typeof COMMANDS)[number];
type Api = 'import' | 'rest';

/** Which points of a command are tried, and what was found there. */
export type WritePoints = {
  readonly command: Command;
  readonly api: Api;
  /** Processes that were killed. */
  readonly killed: number;
  /** The points of the command: writes, syncs, renames and the like below its state folder. */
  readonly points: number;
  /** What differs from the same command left alone; empty if nothing is lost, doubled, disowned or claimed wrongly. */
  readonly trouble: readonly string[];
};

/** Builds the library that counts and kills; undefined where there is no C compiler, or no Linux. */
export function buildLibrary(folder: string): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const path = join(folder, 'write-points.so');
  const source = join(import.meta.dirname, 'write-points.c');
  const built = ['cc', 'gcc', 'clang'].some(
    (name) => spawnSync(name, ['-shared', '-fPIC', '-O1', '-o', path, source, '-ldl']).status === 0,
  );
  return built ? path : undefined;
}

const TOO_LONG = 'x'.repeat(101);
const message = (index: number, sender = 'ann', text = `text ${index}`): object => ({
  muid: `m${index}`,
  sender,
  text,
  receiver: 'team',
  receiverType: 'group',
  sentAt: 1_700_000_000 + index,
});
const FILES: Readonly<Record<string, readonly object[]>> = {
  users: [
    { uid: 'ann', name: 'Ann' },
    { uid: 'ben', name: 'Ben' },
    { uid: 'constructor', name: TOO_LONG },
    { uid: 'cid', name: 'Cid' },
  ],
  groups: [{ guid: 'team', name: 'Team', type: 'public', owner: 'ann' }],
  members: [
    { guid: 'team', uid: 'ann', scope: 'admin' },
    { guid: 'team', uid: 'ben', scope: 'participant' },
  ],
  messages: [0, 1, 2, 3, 4, 5].map((index) => message(index, index === 4 ? 'nobody' : 'ann')),
};
const NEXT: typeof FILES = {
  ...FILES,
  users: [{ uid: 'ann', name: 'Ann, edited' }, ...(FILES['users'] ?? []).slice(1, 3)],
  messages: [message(0, 'ann', 'edited'), message(1), message(3), message(6), message(7, 'ben')],
};

function write(folder: string, files: typeof FILES): void {
  for (const [name, rows] of Object.entries(files))
    writeFileSync(join(folder, `${name}.ndjson`), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** A pipeline and its service, which can be put back to where they were before a command. */
class Place implements Disposable {
  readonly #root = mkdtempSync(join(tmpdir(), 'chatferry-points-'));
  readonly folder = join(this.#root, 'live');
  readonly pipeline = join(this.folder, 'pipeline.yaml');
  readonly #saved = join(this.#root, 'saved');
  #port = 0;
  writes = 0;

  /** Starts the service; always at the same address. */
  async service(): Promise<Sandbox> {
    const sandbox = await startSandbox({
      dataFile: join(this.folder, 'service', 'service.sqlite'),
      http: true,
      port: this.#port,
      log: ({ method }) => {
        if (method !== 'GET') this.writes++;
      },
    });
    this.#port = Number(new URL(sandbox.baseUrl).port);
    return sandbox;
  }

  save(): void {
    cpSync(this.folder, this.#saved, { recursive: true });
  }

  restore(): void {
    rmSync(this.folder, { recursive: true });
    cpSync(this.#saved, this.folder, { recursive: true });
  }

  [Symbol.dispose](): void {
    rmSync(this.#root, { recursive: true });
  }
}

/** Brings a place to where the command begins; returns its arguments. */
async function prepare(place: Place, command: Command, api: Api): Promise<readonly string[]> {
  mkdirSync(join(place.folder, 'service'), { recursive: true });
  write(place.folder, FILES);
  await using sandbox = await place.service();
  const sources = Object.keys(FILES).map((name) => [name, { path: `${name}.ndjson` }]);
  const { pipeline } = place;
  writeFileSync(
    pipeline,
    JSON.stringify({
      version: 1,
      name: 'points',
      sources: Object.fromEntries(sources),
      target: { baseUrl: sandbox.baseUrl, apiKey: { file: sandbox.files.apiKey }, api },
      limits: { requestsPerMinute: 10_000_000, timeoutSeconds: 30, concurrency: 1, batch: 2 },
      ...(command === 'sync' ? { sync: { onMissing: 'delete', maxDelete: '100%' } } : {}),
    }),
  );
  const run = ['run', pipeline, '--yes', '--json'];
  if (command === 'run') return run;
  await runHere(run);
  if (command === 'sync') {
    write(place.folder, NEXT);
    return run;
  }
  if (command === 'undo') {
    const { stdout } = await runHere(['undo', pipeline, '--json', '--include-used']);
    const { confirm } = JSON.parse(stdout) as { confirm: string };
    return ['undo', pipeline, '--json', '--include-used', '--confirm', confirm];
  }
  const rejects = join(place.folder, '.chatferry/points/rejects/users.ndjson');
  writeFileSync(rejects, readFileSync(rejects, 'utf8').replaceAll(TOO_LONG, 'Corrected'));
  return ['rejects', 'retry', pipeline, '--yes', '--json'];
}

/** What the service holds, without what it decides by itself: ids, and the times of some calls. */
async function contentOf(sandbox: Sandbox): Promise<readonly string[]> {
  const reader = serviceReader(sandbox.baseUrl, readFileSync(sandbox.files.apiKey, 'utf8').trim());
  const found: string[] = [];
  const groups: string[] = [];
  for await (const { uid, name } of reader.list('/users')) found.push(`user ${uid} ${name}`);
  for await (const { guid, name } of reader.list('/groups')) groups.push(`group ${guid} ${name}`);
  for (const group of groups)
    for await (const { uid, scope } of reader.list(`/groups/${group.split(' ')[1]}/members`))
      found.push(`member ${uid} ${scope}`);
  const messages: string[] = [];
  for await (const { muid, sender, receiver, data, ...rest } of reader.messages())
    messages.push(
      `${String((rest as Record<string, unknown>)['category'])} ${muid} ${sender} ${receiver} ${data['text'] ?? data['action']} ${'deletedAt' in rest}`,
    );
  return [...found.sort(), ...groups.sort(), ...messages];
}

/** Everything that must be the same whether or not the command was killed, once it has been run to its end. */
async function aftermath(place: Place, command: Command, sandbox: Sandbox): Promise<object> {
  const { pipeline } = place;
  const content = await contentOf(sandbox);
  const shown = await runHere(['undo', pipeline, '--json', '--include-used']);
  const removable = (JSON.parse(shown.stdout) as Record<string, unknown>)['entities'];
  if (command === 'undo') return { content, removable };
  place.writes = 0;
  const again = await runHere(['run', pipeline, '--yes', '--json']);
  const { entities, balanced } = JSON.parse(again.stdout) as Record<string, unknown>;
  return {
    content,
    removable,
    again: { exitCode: again.exitCode, entities, balanced, writes: place.writes },
  };
}

/**
 * Kills a command, in a process of its own, right before each of its write points, lets the same command go on, and compares
 * what is then in the service, and what the tool says of it, with the command left alone.
 * @param every only each point whose number is a multiple of this
 */
export async function killAtWritePoints(
  library: string,
  command: Command,
  api: Api,
  every: number,
): Promise<WritePoints> {
  using place = new Place();
  const args = await prepare(place, command, api);
  place.save();
  const end = async (at: number): Promise<{ isKilled: boolean; result: string }> => {
    place.restore();
    await using sandbox = await place.service();
    const { signal, code } = await cli(args, {
      LD_PRELOAD: library,
      WRITE_POINTS_FOLDER: join(place.folder, '.chatferry'),
      WRITE_POINTS_AT: String(at),
      // Calls in the order in which they are made.
      UV_THREADPOOL_SIZE: '1',
      UV_USE_IO_URING: '0',
      NODE_COMPILE_CACHE: join(tmpdir(), 'chatferry-compiled'),
    });
    const isKilled = signal === 'SIGKILL';
    const exitCode = isKilled ? (await runHere(args)).exitCode : code;
    return { isKilled, result: JSON.stringify({ exitCode, ...(await aftermath(place, command, sandbox)) }) };
  };
  const alone = await end(0);
  const trouble: string[] = [];
  let killed = 0;
  for (let at = 1; ; at += every) {
    const { isKilled, result } = await end(at);
    if (result !== alone.result)
      trouble.push(`${command}, ${api}, point ${at}:\n  ${result}\n  instead of\n  ${alone.result}`);
    if (!isKilled) return { command, api, killed, points: at - 1, trouble };
    killed++;
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      every: { type: 'string', default: '1' },
      command: { type: 'string', default: COMMANDS.join(',') },
      api: { type: 'string', default: 'import,rest' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'chatferry-library-'));
  const library = buildLibrary(folder);
  if (library === undefined) throw new Error('this needs Linux and a C compiler: cc, gcc or clang');
  let broken = 0;
  for (const api of values.api.split(',') as Api[])
    for (const command of values.command.split(',') as Command[]) {
      const { killed, trouble } = await killAtWritePoints(library, command, api, Number(values.every));
      for (const each of trouble) console.log(each);
      console.log(`${command}, ${api}: ${killed} processes killed, ${trouble.length} with a violation`);
      broken += trouble.length;
    }
  rmSync(folder, { recursive: true });
  process.exitCode = broken > 0 ? 1 : 0;
}
