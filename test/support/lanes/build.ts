import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../repository.ts';

/** Builds the program as it is published, from the sources as they are now: processes of tests start in half of the time. */
export function setup(): void {
  execFileSync(process.execPath, [join(repository, 'node_modules/rolldown/bin/cli.mjs'), '--config'], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
