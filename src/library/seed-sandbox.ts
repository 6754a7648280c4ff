import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { readPipelineText, yamlFault, yamlText } from '../pipeline/pipeline.ts';
import { isCode } from '../pipeline/reference.ts';
import type { Report } from '../report/result/report.ts';
import { realSystem } from '../system/system.ts';
import { ownContext } from '../terminal/own-context.ts';

/** Rows to begin with: the path of a pipeline file, or of files with rows as they are imported, by entity. */
export type SeedSource = string | Readonly<Record<string, string | readonly string[] | undefined>>;

/** A service that is filled: its address, and the files with its key and its authority. */
type Seeded = { readonly baseUrl: string; readonly files: { readonly apiKey: string; readonly ca: string } };

/** A pipeline's own members that are about another service, or about more than one run. */
const LEFT_OUT = ['target', 'targets', 'state', 'live', 'notify', 'sync', 'files', 'shards'];

/**
 * Writes all rows of files or of a pipeline into a service on this machine, whatever target the pipeline names, and keeps no
 * state. Attachments keep their addresses.
 * @throws RunError if the pipeline cannot be read or its run does not finish, and for the first row that is not accepted
 */
export async function seedSandbox(
  seed: SeedSource,
  { baseUrl, files: { apiKey, ca } }: Seeded,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<void> {
  const state = join(tmpdir(), `chatferry-seed-${realSystem.random.hex(16)}`);
  try {
    const { file, spec } = typeof seed === 'string' ? ofPipeline(seed) : ofFiles(seed);
    const target = { baseUrl, apiKey: { file: apiKey }, caFile: ca };
    const limits = { ...limitsIn(spec), requestsPerMinute: RATE };
    const pipelineText = JSON.stringify({ ...spec, target, state, limits });
    const { context, printed } = ownContext({
      name: 'seed',
      system: realSystem,
      env,
      signal: new AbortController().signal,
      allowCode: false,
      pipelineText,
      warn: () => {},
    });
    const { runPipeline } = await import('../features/run/run-pipeline.ts');
    const consent = { yes: true, allowNotifications: true };
    await runPipeline(
      { ...consent, pipeline: file, fresh: false, strict: false, events: false, listeners: [] },
      context,
    );
    requireAll(JSON.parse(printed()) as Report);
  } finally {
    await realSystem.files.rm(state, { recursive: true, force: true });
  }
}

/** Requests a minute: as many as there are. */
const RATE = 1_000_000;

type Spec = { readonly file: string; readonly spec: Readonly<Record<string, unknown>> };

function ofPipeline(path: string): Spec {
  const file = resolve(path);
  if (isCode(file))
    throw new RunError('CONFIG.INVALID', `${path} is code: seed from a YAML or JSON file`, {
      where: { file: path },
    });
  const { document } = yamlText(readPipelineText(path));
  const [fault] = document.errors;
  if (fault) throw new RunError('CONFIG.SYNTAX', yamlFault(fault), { where: { file: path } });
  const value: unknown = document.toJS({ maxAliasCount: 100 });
  if (!isRecord(value))
    throw new RunError('CONFIG.INVALID', `${path} is no pipeline`, { where: { file: path } });
  const spec = Object.fromEntries(Object.entries(value).filter(([name]) => !LEFT_OUT.includes(name)));
  return { file, spec };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const limitsIn = ({ limits }: Spec['spec']): object => (isRecord(limits) ? limits : {});

function ofFiles(seed: Exclude<SeedSource, string>): Spec {
  const sources = Object.fromEntries(
    Object.entries(seed).flatMap(([entity, paths]) =>
      paths === undefined ? [] : [[entity, [paths].flat().map((path) => ({ path: resolve(path) }))]],
    ),
  );
  return { file: join(process.cwd(), 'seed.json'), spec: { version: 1, name: 'seed', sources } };
}

/** Throws for what was not accepted: a test that begins with fewer rows than it thinks fails somewhere else. */
function requireAll({ entities, error, problems: [problem], exitCode }: Report): void {
  if (error)
    throw new RunError('SANDBOX.FAILED', `seed: ${error.code} ${error.message}`, { hint: error.hint });
  const refused = Object.entries(entities).filter(([, { rejected, blocked }]) => rejected + blocked > 0);
  if (refused.length === 0 && exitCode === 0) return;
  const counts = refused.map(([name, { rejected, blocked }]) => `${rejected + blocked} ${name}`).join(', ');
  const why = problem ? `, such as ${problem.code} ${problem.samples[0]?.message ?? ''}` : '';
  throw new RunError('SANDBOX.FAILED', `seed: not accepted: ${counts || `exit code ${exitCode}`}${why}`, {
    hint: problem?.hint,
  });
}
