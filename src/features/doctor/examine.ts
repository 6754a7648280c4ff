import { constants } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally/tally.ts';
import { RunError } from '../../errors/run-error.ts';
import { ago, currentLock } from '../../files/current-lock.ts';
import { diskSpace } from '../../files/disk-space.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { judge } from '../../input/rows/judge.ts';
import { readRows } from '../../input/sources/read-rows.ts';
import { KeyIndex } from '../../keys/key-index.ts';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import { openPlan, type Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ServiceSpec } from '../../pipeline/pipeline-schema.ts';
import { type KeyAccess, readApiKey } from '../../pipeline/target.ts';
import { oldMessages, oldMessagesText, RETENTION_WAYS_OUT } from '../../report/result/old-messages.ts';
import type { Secret } from '../../service/transport/secret.ts';
import { connect, planOptions } from '../../session/connect.ts';
import { readReach } from '../../session/consent/consent.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { keepState } from '../../state/open-kept.ts';
import { statePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { byteSize, fromHere } from '../../terminal/printable.ts';
import { examineTarget } from './examine-target.ts';
import { caught, type Finding, fail, failedBy, pass, skippedCheck, warn } from './finding.ts';
import { KEY_CHECK, keySource } from './key-source.ts';
import { proxy } from './network.ts';

/** Options of `doctor`. */
export type DoctorOptions = {
  readonly pipeline: string;
  /** Runs every check of the conformance suite that only reads, instead of a few. */
  readonly thorough: boolean;
  /** Asks the addresses of files whether they answer, and checks the storage that they are copied to. */
  readonly files: boolean;
  /** Asks the service which documented forms it has, with rows of its own that are removed. */
  readonly probe: boolean;
  /** Does not ask before it writes these rows. */
  readonly yes: boolean;
};

/** Checks a pipeline and yields each finding as soon as it is made. */
export async function* examine(options: DoctorOptions, outside: Runtime & Stderr): AsyncGenerator<Finding> {
  yield nodeVersion(process.versions.node);
  const pipeline = await caught('pipeline', () => openPipelineFile(options.pipeline, outside));
  if ('check' in pipeline) return yield pipeline;
  yield pass('pipeline', `${options.pipeline} is valid`);
  await using workplace = temporaryWorkplace(outside);
  const sources = await caught('sources', () => sourcesOf(pipeline, workplace));
  const plan = 'plan' in sources ? sources.plan : undefined;
  yield 'plan' in sources ? sources.finding : sources;
  if (plan?.retention?.hosted) yield await messageAge(plan, outside.signal);
  if (plan && options.files && !pipeline.files) yield await fileAddressesOf(plan, outside.signal);
  const kept = await caught('state server', () => keepState(pipeline, outside));
  if ('check' in kept) return yield kept;
  await using _kept = kept;
  const { context } = kept;
  if (pipeline.stateServer) yield pass('state server', `${pipeline.stateServer.server.shown} answers`);
  const paths = statePaths(pipeline.stateFolder);
  const state = await stateFolder(paths.folder, context.system.files);
  yield state;
  const { isLocked, ...lockFinding } = await lock(paths.lock, options.pipeline, context.system);
  yield lockFinding;
  yield freeSpace(context.system.files, paths.folder, 'plan' in sources ? sources.bytes : 0);
  context.signal.throwIfAborted();
  if (pipeline.files && options.files) {
    const { examineFileCopies } = await import('./examine-files.ts');
    yield* examineFileCopies(pipeline, pipeline.files, plan, context);
  }
  if (pipeline.pull) {
    // Loaded here: no other pipeline needs it.
    const { examineOrigin } = await import('./examine-origin.ts');
    yield* examineOrigin(pipeline, context);
  }
  if (typeof pipeline.target === 'object') yield* examineHosted(pipeline, options, context);
  else if (pipeline.target === undefined) yield skippedCheck('service', 'the pipeline has no target');
  else if (isLocked) yield skippedCheck('service', 'another run uses the sandbox of this pipeline');
  else if (state.status === 'fail') yield skippedCheck('service', 'the sandbox cannot write its data');
  else yield* examineSandbox(pipeline, paths.sandbox, options, context);
}

/** The sources; those of an old system that nobody has read yet are not looked at. */
async function sourcesOf(
  pipeline: Pipeline,
  workplace: Workplace,
): Promise<Finding | Awaited<ReturnType<typeof findSources>>> {
  try {
    return await findSources(pipeline, workplace);
  } catch (error) {
    if (!(error instanceof RunError) || error.code !== 'PULL.NOT_PULLED') throw error;
    return skippedCheck('sources', `not read yet; run and validate read them from ${pipeline.pull?.shown}`);
  }
}

async function findSources(
  pipeline: Pipeline,
  workplace: Workplace,
): Promise<{ readonly finding: Finding; readonly bytes: number; readonly plan: Plan }> {
  const plan = await openPlan(pipeline, planOptions(pipeline, workplace, workplace.system.clock.now()));
  const paths = plan.steps.flatMap(({ files }) => files.map(({ path }) => path));
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  return { finding: sourcesFinding(paths.length, [...plan.warnings][0], pipeline.file), bytes, plan };
}

function sourcesFinding(count: number, warning: string | undefined, file: string): Finding {
  const files = `${count} ${count === 1 ? 'file' : 'files'}`;
  if (warning === undefined) return pass('sources', files);
  return warn('sources', `${files}; ${warning}`, `chatferry validate ${file}`);
}

async function fileAddressesOf(plan: Plan, signal: AbortSignal): Promise<Finding> {
  // Loaded for those who ask.
  const { fileAddresses } = await import('./file-addresses.ts');
  return await fileAddresses(plan, signal);
}

const CHECK = 'message age';

/** Tells whether a hosted service would refuse messages because of their age. */
function messageAge(plan: Plan, signal: AbortSignal): Promise<Finding> {
  const judged = async (): Promise<Finding> => {
    const old = oldMessages(await countOldMessages(plan, signal), plan.retention);
    if (!old) return pass(CHECK, `no message is older than ${plan.retention?.days} days`);
    const decided = old.policy === 'skip' || old.policy === 'archive';
    if (decided) return pass(CHECK, oldMessagesText(old));
    return warn(CHECK, oldMessagesText(old), RETENTION_WAYS_OUT);
  };
  return caught(CHECK, judged, signal);
}

async function* examineHosted(
  pipeline: Pipeline,
  options: DoctorOptions,
  context: Runtime & Stderr,
): AsyncGenerator<Finding> {
  const { target } = pipeline;
  if (typeof target !== 'object') return;
  const { finding, apiKey } = await findKey(target.apiKey, pipeline, context);
  yield finding;
  const way = await proxy(new URL(target.baseUrl), target.caFile, context.env);
  yield way.finding;
  if (way.finding.status === 'fail') return;
  yield* examineTarget({ ...target, apiKey, proxy: way.proxy }, options, context.signal);
  if (apiKey) yield* await notifications(pipeline, context);
}

/** Finds out whether the live calls of a run may notify people; nothing where it makes none. */
async function notifications(pipeline: Pipeline, context: Runtime & Stderr): Promise<readonly Finding[]> {
  const reach = await readReach(pipeline, context);
  if (!reach) return [];
  const { mayNotify, text } = reach;
  if (!mayNotify) return [pass('notifications', text)];
  return [warn('notifications', text, 'switch them off in the app, or use run --allow-notifications')];
}

async function* examineSandbox(
  pipeline: Pipeline,
  dataFile: string,
  options: DoctorOptions,
  context: Runtime & Stderr,
): AsyncGenerator<Finding> {
  await using stack = new AsyncDisposableStack();
  try {
    const { baseUrl, caFile, apiKey, shown } = stack.use(await connect(pipeline, dataFile, context));
    yield pass('sandbox', `started at ${baseUrl}`);
    yield pass('key', 'the key of the sandbox');
    const service = { baseUrl, caFile, apiKey, appId: shown['appId'], region: shown['region'] ?? '' };
    yield* examineTarget(service, options, context.signal);
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    context.signal.throwIfAborted();
    yield failedBy('sandbox', error);
  }
}

/**
 * Counts the messages of a plan that are older than the service keeps them. Reads the files of the messages once, in
 * bounded memory; references are not checked.
 * @returns undefined if there are none
 * @throws RunError `SOURCE.*`
 */
export async function countOldMessages(plan: Plan, signal: AbortSignal): Promise<TooOld | undefined> {
  const step = plan.steps.find(({ entity }) => entity.tooOld);
  if (!step) return undefined;
  const keys = { users: new KeyIndex(), groups: new KeyIndex() };
  const deps = { ...plan, ...step, keys, closed: new Set<never>() };
  const found: TooOld = { count: 0, oldest: Number.POSITIVE_INFINITY };
  for await (const rows of readRows(step.sources, undefined, signal))
    for (const row of rows) {
      const { tooOldAt } = judge(row, deps);
      if (tooOldAt === undefined) continue;
      found.count++;
      found.oldest = Math.min(found.oldest, tooOldAt);
    }
  return found.count > 0 ? found : undefined;
}

/** The oldest version that package.json accepts. */
const OLDEST_NODE = { major: 22, minor: 20 };

/**
 * Checks the version of Node.js.
 * @param version without a leading `v`
 */
export function nodeVersion(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const { major: oldest, minor: atLeast } = OLDEST_NODE;
  const wanted = `${oldest}.${atLeast}`;
  return major > oldest || (major === oldest && minor >= atLeast)
    ? pass('node', `Node.js ${version}`)
    : fail('node', `Node.js ${version} is older than ${wanted}`, `install Node.js ${wanted} or later`);
}

/** Compares the free space for the state folder with what a run of these sources may need. */
export function freeSpace(files: Files, folder: string, sourceBytes: number): Finding {
  const { free, missing } = diskSpace(files, folder, sourceBytes);
  const message = `${byteSize(free)} free, the sources are ${byteSize(sourceBytes)}`;
  return missing === 0
    ? pass('disk space', message)
    : warn(
        'disk space',
        message,
        `free ${byteSize(missing)}, or move the state with  state:  in the pipeline`,
      );
}

/** Checks that the key can be read, and that others cannot read it. Never shows the key itself. */
export async function findKey(
  spec: ServiceSpec['apiKey'],
  pipeline: Pick<Pipeline, 'file' | 'folder' | 'secrets'>,
  access: KeyAccess,
): Promise<{ readonly finding: Finding; readonly apiKey?: Secret }> {
  const apiKey = await caught(KEY_CHECK, () => readApiKey(spec, pipeline, access));
  if ('check' in apiKey) return { finding: apiKey };
  return { apiKey, finding: await keySource(spec ?? { env: 'CHATFERRY_API_KEY' }, pipeline.folder) };
}

const OTHERS = 0o077;

/** The folder itself, or the nearest existing folder above it. */
async function existingFolder(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => undefined);
  const above = dirname(folder);
  return found || above === folder ? folder : existingFolder(above);
}

/** Checks that the state can be written and that others cannot read it. Writes nothing. */
async function stateFolder(folder: string, files: Files): Promise<Finding> {
  const check = 'state folder';
  const nearest = await existingFolder(folder);
  const next = 'correct the permissions, or choose another folder with  state:  in the pipeline';
  if (!(await stat(nearest)).isDirectory())
    return fail(check, `${fromHere(folder)} cannot be created: ${fromHere(nearest)} is a file`, next);
  try {
    await access(nearest, constants.W_OK | constants.X_OK);
  } catch {
    return fail(check, `${fromHere(nearest)} cannot be written`, next);
  }
  if (nearest !== folder) return pass(check, `${fromHere(folder)} can be created`);
  const open = await caught(check, async () => {
    await requireOwnFolder(folder, files);
    return await openToOthers(folder);
  });
  if ('check' in open) return open;
  if (open.length === 0) return pass(check, `${fromHere(folder)} can be written, and others cannot read it`);
  return warn(check, `others can read ${open.map(fromHere).join(', ')}`, `chmod -R go= ${fromHere(folder)}`);
}

async function openToOthers(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const modes = await Promise.all(
    paths.map(async (path) => (await stat(path).catch(() => undefined))?.mode ?? 0),
  );
  return paths.filter((_, index) => ((modes[index] ?? 0) & OTHERS) !== 0);
}

/** Checks that no other run has locked the state. */
async function lock(
  path: string,
  pipeline: string,
  system: System,
): Promise<Finding & { readonly isLocked: boolean }> {
  const found = await currentLock(path, system);
  if (!found) return { ...pass('lock', 'no other run uses the state'), isLocked: false };
  const { pid, host, started, command } = found.holder;
  const since = `process ${pid} on ${host} has locked the state since ${started}: ${command}`;
  const beat = `last heartbeat ${ago(found)}`;
  if (found.sight === 'alive') {
    const next = `wait for it, or look at it:  chatferry status ${pipeline}`;
    return { ...fail('lock', `${since}; ${beat}`, next), isLocked: true };
  }
  const next = `wait for it; if its machine or container is gone:  chatferry unlock ${pipeline}`;
  return { ...fail('lock', `${since}; its state is unknown from here, ${beat}`, next), isLocked: true };
}
