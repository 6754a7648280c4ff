const PROGRAM = `process.on('exit', () => {
  const found = ['__proto__' in {}, Object.keys(Object.prototype).length, ({}).polluted];
  process.stderr.write('probe ' + found.join(' ') + '\\n');
});`;

/** For the environment of a process: at its end it prints whether objects have `__proto__`, and what pollutes them. */
export const PROBE = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(PROGRAM)}` };

/** What the probe prints where they have none and nothing does. */
export const CLEAN = 'probe false 0 \n';
