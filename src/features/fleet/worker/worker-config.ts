import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';
import { z } from 'zod';
import { RunError } from '../../../errors/run-error.ts';
import { openTo, placesOf } from '../../../files/own-folder.ts';
import { yamlFault, yamlText } from '../../../pipeline/pipeline.ts';

const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not the name of an environment variable');
const host = z
  .string()
  .regex(/^[A-Za-z0-9.[\]:-]+$/, 'not a host: give it without https:// and without a path');
const bound = {
  host: host.describe(
    'where the key may be sent; with a port if it is not 443. 127.0.0.1 is this machine, any port',
  ),
  appId: z.string().min(1).optional(),
};
/** A program that a pipeline finds in its own folder would be code that came through the queue. */
const ownProgram = z
  .array(z.string())
  .min(1)
  .refine(
    ([program = '']) => isAbsolute(program) || !/[\\/]/.test(program),
    'use the full path of the program',
  );
const key = z.union([
  z.strictObject({ env: variable, ...bound }),
  z.strictObject({ file: z.string().min(1), ...bound }),
  z.strictObject({ command: ownProgram, ...bound }),
]);

const schema = z.strictObject({
  version: z.literal(1),
  concurrency: z.int().min(1).max(64).default(4).describe('pipelines at once'),
  env: z.array(variable).default([]).describe('environment variables that a pipeline may use'),
  pipelines: z
    .array(z.string().min(1))
    .default([])
    .describe('folders whose pipeline files are trusted, if nobody else can change them'),
  folders: z
    .array(z.string().min(1))
    .default([])
    .describe('folders and files that all other pipelines may read and write'),
  hosts: z
    .array(host)
    .default([])
    .describe('where these may fetch sources, send notifications and keep states'),
  listen: z
    .array(z.int().min(1).max(65_535))
    .default([])
    .describe('ports at which trusted pipelines may receive events of chatferry live'),
  keys: z.array(key).default([]).describe('the keys that a pipeline may name, and where each may be sent'),
});

/** The permissions that the machine of a worker gives. */
export type WorkerConfig = z.infer<typeof schema>;

export type Env = Readonly<Record<string, string | undefined>>;

/** The permissions and the environment of the machine of a worker. */
export type WorkerRules = {
  readonly config: WorkerConfig;
  readonly env: Env;
  /** `fleet work --allow-code`. */
  readonly allowCode: boolean;
};

/** Without a file: no pipeline that is trusted, no folder, no variable and no key. */
export const CLOSED_CONFIG: WorkerConfig = schema.parse({ version: 1 });

/**
 * Reads the file of a worker; paths in it are relative to its folder. It names programs, keys and what is trusted: nobody
 * else may change it.
 * @throws RunError `CONFIG.FILE_MISSING`, `CONFIG.CODE_NOT_OWN`, `CONFIG.SYNTAX`, `CONFIG.INVALID`
 */
export async function readWorkerConfig(file: string): Promise<WorkerConfig> {
  const where = { file };
  for (const path of await placesOf(resolve(file))) {
    const open = await openTo(path);
    if (open)
      throw new RunError('CONFIG.CODE_NOT_OWN', `the worker file was not read: ${open.why}`, {
        hint: open.todo,
      });
  }
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'does not exist' : message;
    throw new RunError('CONFIG.FILE_MISSING', `the worker file ${file} ${why}`, {
      hint: 'check the path after --config',
      cause: error,
    });
  }
  const { document } = yamlText(text);
  const [fault] = document.errors;
  if (fault) throw new RunError('CONFIG.SYNTAX', yamlFault(fault), { where });
  const parsed = schema.safeParse(document.toJS({ maxAliasCount: 100 }));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const at = issue?.path.join('.');
    throw new RunError('CONFIG.INVALID', `${file}: ${at ? `${at}: ` : ''}${issue?.message}`, {
      hint: 'it contains  version: 1,  concurrency,  env: [NAME],  pipelines: [PATH],  folders: [PATH],  hosts: [HOST],  listen: [PORT],  keys: [{ env | file | command, host, appId }]',
      where,
    });
  }
  const folder = dirname(resolve(file));
  const keys = parsed.data.keys.map((each) =>
    'file' in each ? { ...each, file: resolve(folder, each.file) } : each,
  );
  const [pipelines, folders] = [parsed.data.pipelines, parsed.data.folders].map((paths) =>
    paths.map((each) => resolve(folder, each)),
  ) as [string[], string[]];
  return { ...parsed.data, keys, pipelines, folders };
}
