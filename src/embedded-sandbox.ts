import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { RunError } from './errors.ts';

/** The local service, running beside this process. */
export type EmbeddedSandbox = AsyncDisposable & {
  readonly baseUrl: string;
  readonly appId: string;
  readonly region: string;
  readonly files: { readonly apiKey: string; readonly ca: string };
};

const STARTUP_MS = 30_000;
const STOP_MS = 5_000;

/**
 * Starts the `sandbox` command in a process of its own, exactly as a user would. It ends when its standard input does,
 * so it never outlives this process, however that dies; and a Ctrl-C meant for this process does not reach it.
 * @param dataFile where it keeps its data; keys and certificates lie beside it
 */
export async function startEmbeddedSandbox(dataFile: string): Promise<EmbeddedSandbox> {
  const own = fileURLToPath(import.meta.url);
  const cli = own.replace(/embedded-sandbox(\.[jt]s)$/, 'cli$1');
  const child = spawn(
    process.execPath,
    [cli, 'sandbox', '--data', dataFile, '--port', '0', '--json', '--until-stdin-ends'],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-2_000);
  });
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit');
  const line = await Promise.race([
    firstLine(child.stdout),
    exited.then(() => undefined),
    sleep(STARTUP_MS, undefined, { ref: false }),
  ]);
  if (line === undefined) {
    child.kill('SIGKILL');
    throw new RunError(
      'SERVICE.UNREACHABLE',
      `the embedded sandbox did not start: ${said.trim() || 'it said nothing'}`,
    );
  }
  return {
    ...(JSON.parse(line) as Omit<EmbeddedSandbox, keyof AsyncDisposable>),
    [Symbol.asyncDispose]: async () => {
      child.stdin.end();
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      await exited;
      clearTimeout(timer);
    },
  };
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string | undefined> {
  let text = '';
  for await (const chunk of stream) {
    text += chunk.toString();
    const end = text.indexOf('\n');
    if (end >= 0) return text.slice(0, end);
  }
  return undefined;
}
