import { main } from '../../../../src/cli/main.ts';
import { realSystem } from '../../../../src/system/system.ts';

/** The command line as a worker runs it: limits are shared over `SHARING_URL`; the clock of its machine is wrong by `SHIFT_MS`. */
const { SHARING_URL: url, SHIFT_MS = '0', ...env } = process.env;
const { clock } = realSystem;
process.exitCode = await main(process.argv.slice(2), {
  system: {
    ...realSystem,
    clock: { ...clock, now: () => clock.now() + Number(SHIFT_MS) },
    sharing: url ? { url } : 'file',
  },
  out: process.stdout,
  err: process.stderr,
  input: process.stdin,
  env,
  onSignal: () => {},
  exit: (code) => process.exit(code),
});
