import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

/**
 * For the unit lane: whatever starts a process fails, also where the code under test does it, which no import of the
 * test tells.
 */
const refuse = (): never => {
  throw new Error('a unit test starts a process: name its file x.process.test.ts');
};

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const)
  childProcess[name] = refuse as never;
syncBuiltinESMExports();
