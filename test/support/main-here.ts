import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { main, type World } from '../../src/cli/main.ts';
import { realSystem } from '../../src/system/system.ts';

/** A command line that has ended as a process would. */
export type EndedHere = { readonly code: number; readonly out: string; readonly err: string };

/** What differs from a process of its own without a terminal, input and signals. */
type Around = Partial<Pick<World, 'system' | 'onSignal'>> & {
  /** What a person types on a terminal. */
  readonly typed?: string;
  /** @default 80 */
  readonly columns?: number;
};

/**
 * Runs a whole command line in this process, which has loaded the program: the same code as a process of its own, but for
 * how a process starts and ends.
 * @param env adds to that of this process
 */
export async function mainHere(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { typed, columns = 80, ...more }: Around = {},
): Promise<EndedHere> {
  const [out, err, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const terminal = { isTTY: true, columns, getWindowSize: () => [columns, 40] };
  if (typed !== undefined) for (const stream of [out, err, input]) Object.assign(stream, terminal);
  input.end(typed);
  const output = Promise.all([text(out), text(err)]);
  const streams = { out, err, input, env: { ...process.env, ...env } };
  const world = { system: realSystem, ...streams, onSignal: () => {}, exit: () => {}, ...more };
  const code = await main(args, world as unknown as World);
  out.end();
  err.end();
  const [stdout, stderr] = await output;
  return { code, out: stdout, err: stderr };
}
