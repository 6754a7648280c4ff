#!/usr/bin/env node
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  process.stderr.write(
    `chatferry needs Node.js 24 or later, this is ${process.version}\n  → npx chatferry … in a clone uses the Node.js that npm ci installed\n`,
  );
  process.exit(2);
}

const { main } = await import('./cli/main.ts');
const { realSystem } = await import('./system/system.ts');
process.exitCode = await main(process.argv.slice(2), {
  system: realSystem,
  out: process.stdout,
  err: process.stderr,
  input: process.stdin,
  env: process.env,
  onSignal: (listener) => {
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => listener(name));
  },
  exit: (code) => process.exit(code),
});

export {};
