import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { program, repository } from '../repository.ts';

/**
 * For the process lane: where the code under test starts the program again, such as the embedded sandbox, that is the one that
 * is built from the same source, which starts in two thirds of the time.
 */
const SOURCE = join(repository, 'src/cli.ts');
const { spawn } = childProcess;

childProcess.spawn = ((command: string, args: readonly string[], options: object) =>
  spawn(command, args[0] === SOURCE ? [program, ...args.slice(1)] : args, options)) as typeof spawn;
syncBuiltinESMExports();
