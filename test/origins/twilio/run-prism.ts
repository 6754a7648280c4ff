import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repository } from '../../support/repository.ts';
import { serviceHere } from '../../support/service-here.ts';

/**
 * Reads the public document of Twilio's API, which Prism serves as a mock that refuses what the document does not allow: the
 * first pull and a nightly one, of the default service and of a named one. `npm run test:prism`; needs the registry of npm.
 */
const PRISM = '@stoplight/prism-cli@5.16.0';
const DOCUMENT = join(repository, 'test/origins/twilio/openapi.json');
/** The ids of the examples in the document. */
const id = (kind: string): string => kind + 'a'.repeat(32);

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Starts Prism; resolves when it listens. */
async function prism(): Promise<
  AsyncDisposable & { readonly host: string; readonly lines: readonly string[] }
> {
  const port = await freePort();
  const args = [
    'exec',
    '--yes',
    `--package=${PRISM}`,
    '--',
    'prism',
    'mock',
    '--errors',
    '--port',
    `${port}`,
  ];
  const child = spawn('npm', [...args, DOCUMENT], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line);
      if (line.includes('Prism is listening')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`Prism ended with ${code}: ${lines.join('\n')}`)));
  });
  return {
    host: `http://127.0.0.1:${port}`,
    lines,
    async [Symbol.asyncDispose]() {
      // Its own processes as well: npm has started it in a shell.
      if (child.pid !== undefined) process.kill(-child.pid);
    },
  };
}

await using mock = await prism();
for (const service of ['', `, service: ${id('IS')}`]) {
  const account = `account: ${id('AC')}, keySid: ${id('SK')}, secret: { file: twilio.key }${service}`;
  await using here = await serviceHere({
    files: { 'twilio.key': 'any-secret-of-twilio' },
    rest: `  export: { system: twilio, api: { ${account}, host: "${mock.host}", requestsPerSecond: 50 } }\nsync: {}`,
  });
  for (const command of ['plan', 'run', 'run']) {
    const { exitCode, result } = await here.json<unknown>(command, ...(command === 'run' ? ['--yes'] : []));
    if (exitCode !== 0) throw new Error(`${command} ended with ${exitCode}: ${JSON.stringify(result)}`);
  }
}
const asked = mock.lines.filter((line) => line.includes('Request received'));
const refused = mock.lines.filter((line) => /violation|Responding with "?4/i.test(line));
if (refused.length > 0) throw new Error(refused.join('\n'));
console.log(`${asked.length} requests, all of them as the public document of Twilio has them`);
