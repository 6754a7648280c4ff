import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../repository.ts';

/** Builds the program as it is published, where it does not fit the sources: processes of tests start in half of the time. */
export function setup(): void {
  execFileSync(process.execPath, [join(repository, 'build/prepare.js')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}
