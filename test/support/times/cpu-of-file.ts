import { appendFileSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { afterAll, expect } from 'vitest';
import { repository } from '../repository.ts';

/**
 * Notes what each test file costs: seconds of the processor of this process, and of the processes that it has started and that
 * have ended, one JSON object a line. Only if `CHATFERRY_TEST_TIMES` names a file to append to, and only where the system tells.
 */

/** Ticks a second in which Linux tells the time of child processes. */
const TICKS = 100;
/** Places of `cutime` and `cstime` behind the name of the program in `/proc/self/stat`. */
const CHILDREN = [13, 14];

function spentS(): { readonly own: number; readonly children: number } {
  const { user, system } = process.cpuUsage();
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const children = CHILDREN.reduce((sum, place) => sum + Number(fields[place]), 0) / TICKS;
  return { own: (user + system) / 1e6, children };
}

const file = process.env['CHATFERRY_TEST_TIMES'];
if (file !== undefined && process.platform === 'linux') {
  const [before, startedAt] = [spentS(), performance.now()];
  afterAll(() => {
    const after = spentS();
    const line = {
      file: relative(repository, expect.getState().testPath ?? ''),
      wallS: Math.round(performance.now() - startedAt) / 1_000,
      ownS: after.own - before.own,
      childrenS: after.children - before.children,
    };
    appendFileSync(file, `${JSON.stringify(line)}\n`);
  });
}
