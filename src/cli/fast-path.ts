import type { Run } from '../terminal/context.ts';
import { version } from '../version.ts';
import type { Parsed } from './arguments.ts';
import { namingPipeline } from './command.ts';

/**
 * The short command lines that scripts call again and again: `--version`, and `status PIPELINE` with or without `--json`.
 * Understood without yargs, which takes twice as long to load as they take; with the same result. Undefined for every other
 * command line.
 */
export function fastPath(argv: readonly string[]): Parsed | undefined {
  const [first, pipeline = '', option] = argv;
  if (argv.length === 1) return VERSION.includes(first) ? { text: version, exitCode: 0 } : undefined;
  if (first !== 'status' || !PLAIN.test(pipeline)) return undefined;
  if (argv.length === 2) return statusOf(pipeline, false);
  return argv.length === 3 && option === '--json' ? statusOf(pipeline, true) : undefined;
}

const VERSION: readonly (string | undefined)[] = ['--version', '-V'];
/** An argument that is no option, and that yargs leaves as it is: it takes quotes away. */
const PLAIN = /^[^-"'`][^"'`]*$/;

function statusOf(pipeline: string, json: boolean): Parsed {
  const run: Run = async (context) => {
    const { showStatus } = await import('../features/status/show-status.ts');
    return showStatus({ pipeline }, context).catch(namingPipeline(pipeline));
  };
  return {
    flags: { json, quiet: false, verbose: false, color: undefined, allowCode: false },
    run,
  };
}
