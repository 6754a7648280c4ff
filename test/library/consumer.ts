import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { repository } from '../support/repository.ts';

const execute = promisify(execFile);

/** What a program has to do with the types: take them whole, and be told what is wrong. */
const USES = `import {
  chatService, definePipeline, openPeer, openPipeline, RunError,
  type PlanDocument, type Report, type StreamEvent, type Transform, type UndoDocument, type VerificationReport,
} from 'chatferry';

await using pipeline = await openPipeline('small.yaml');
const seen: string[] = [];
const onEvent = (event: StreamEvent): void => {
  seen.push(event.type);
  if (event.type === 'progress') event.requests.sent.toFixed();
};
const { signal } = new AbortController();
const report: Report = await pipeline.run({ onEvent, signal });
const plan: PlanDocument = await pipeline.plan();
const found: VerificationReport = await pipeline.verify({ sample: { share: 1 } });
const undone: UndoDocument = await pipeline.undo();
const created: number = report.entities.users.created;
const direct = undone.dry ? undone.entities.users?.direct : undone.entities.users.removed;
console.log(report.exitCode, created, plan.entities.users.same, found.verified.of, direct, seen.at(-1));
await openPipeline('none.yaml').catch((error: unknown) => console.log(error instanceof RunError, (error as RunError).code));

export const retried = (): Promise<Report> => pipeline.rejects.retry({ yes: true });
export const named = async (): Promise<string> => {
  await using service = chatService({ appId: 'a', region: 'eu', serviceHost: 'example.com', apiKey: 'k' });
  await using peer = openPeer({ baseUrl: 'https://chat.example.com/v3', apiKey: 'k' });
  return (await service.users.get('ann')).name ?? String(peer.hasCalls);
};
export const transform: Transform<{ name: string }> = (row) => ({ ...row, name: row.name.trim() });
export default definePipeline({ version: 1, name: 'n', target: 'sandbox', sources: { users: { path: 'u.csv' } } });
`;

/** The client by itself, with functions of the platform and no types of Node.js. */
const CLIENT = `import {
  ChatService, ServiceError, type KnownServiceCode, type Listing, type Message, type User, type WithResponse,
} from 'chatferry/client';

await using service = new ChatService({ appId: 'a', serviceHost: 'example.com', apiKey: 'k', fetch });
const answer: WithResponse<User> = await service.users.get('ann', { timeoutMs: 500 }).withResponse();
const left: number | undefined = answer.budget.remaining;
const edited: Message = await service.messages.update('1', { data: { text: 'x' } });
const all: Listing<User> = service.users.list();
for await (const { data, headers } of all.withResponse()) console.log(data.length, headers['date'], left, edited.editedBy);
const missing: KnownServiceCode = 'ERR_UID_NOT_FOUND';
export const isMissing = (error: unknown): boolean => error instanceof ServiceError && error.code === missing;
// @ts-expect-error
export const mistyped: KnownServiceCode = 'ERR_UID_NOT_FOUNT';
`;

/** Each line is an error for the compiler: the types are not \`any\`. */
const WRONG = `import { definePipeline, openPipeline } from 'chatferry';
const pipeline = await openPipeline('x.yaml');
// @ts-expect-error
pipeline.run({ yess: true });
// @ts-expect-error
(await pipeline.run()).exitCode.length;
// @ts-expect-error
(await pipeline.status()).entities.rooms;
// @ts-expect-error
pipeline.run({ onEvent: (event) => event.type === 'nothing' });
// @ts-expect-error
definePipeline({ version: 1, name: 'n', sauces: {} });
`;

/** The sandbox by itself, and what the compiler refuses of it. */
const SANDBOX = `import { type RecordedRequest, type Sandbox, SandboxError, type StartSandboxOptions, startSandbox } from 'chatferry/sandbox';

const options: StartSandboxOptions = { apiKey: 'test-key-1', clock: new Date(0), seedFrom: { users: ['a.csv'] } };
await using sandbox: Sandbox = await startSandbox(options);
const [first]: readonly RecordedRequest[] = sandbox.requests({ path: '/users', status: 200 });
const name: string = await sandbox.snapshot();
await sandbox.restore(name).catch((error: unknown) => error instanceof SandboxError && error.code === 'SNAPSHOT_UNKNOWN');
sandbox.clock.advance(60_000);
console.log(first?.headers['accept'], sandbox.files.ca, sandbox.controlUrl);
// @ts-expect-error
await startSandbox({ prot: 7700 });
// @ts-expect-error
first?.body.uid;
// @ts-expect-error
sandbox.requests({ verb: 'GET' });
`;

/** The plainest settings, and the strictest ones of another resolution. Neither has types of Node.js or a library of its own. */
const SETTINGS = {
  plain: { target: 'es2022', module: 'nodenext', strict: true },
  strictest: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
};

/** Compiles programs that use the installed package, with the examples of docs/programs/library.md among them, and runs one. */
export async function compilesAndRuns(project: string): Promise<void> {
  const folder = join(project, 'consumer');
  await mkdir(folder);
  const page = await readFile(join(repository, 'docs/programs/library.md'), 'utf8');
  const [example = '', stopping = ''] = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text);
  const opened = `import { openPipeline, type StreamEvent } from 'chatferry';\nawait using pipeline = await openPipeline('x.yaml');\n`;
  const programs = {
    'uses.ts': USES,
    'wrong.ts': WRONG,
    'client.ts': CLIENT,
    'sandbox.ts': SANDBOX,
    'example.ts': example,
    'stop.ts': opened + stopping,
  };
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  for (const [name, settings] of Object.entries(SETTINGS)) {
    const config = join(folder, `${name}.json`);
    const compilerOptions = { ...settings, skipLibCheck: false, types: [] };
    await writeFile(config, JSON.stringify({ compilerOptions, files: Object.keys(programs) }));
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const { stdout } = await execute(process.execPath, [tsc, '-p', config]).catch((error) => error);
    expect(stdout, name).toBe('');
  }
  await cp(join(repository, 'samples/small/users.csv'), join(folder, 'users.csv'));
  const pipeline = 'version: 1\nname: small\ntarget: sandbox\nsources:\n  users: { path: users.csv }\n';
  await writeFile(join(folder, 'small.yaml'), pipeline);
  const ran = await execute(process.execPath, ['uses.js'], { cwd: folder });
  expect(ran).toEqual({ stdout: '0 20 20 20 20 run.finished\ntrue CONFIG.FILE_MISSING\n', stderr: '' });
}
