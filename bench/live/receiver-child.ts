import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startReceiver } from '../../src/features/live/receive/start-receiver.ts';
import { openSides, requireLive } from '../../src/features/live/sides/open-sides.ts';
import { parsePipeline } from '../../src/pipeline/pipeline.ts';
import { realSystem } from '../../src/system/system.ts';
import { cli } from '../../test/support/cli-here.ts';

/** A process that receives events. It prints where, and runs each pipeline whose path comes on its standard input. */
const [, , folder = '.'] = process.argv;
const env = { KEY: 'key-of-an-app', PASSWORD: 'password-of-an-app' };
const text = `
version: 1
name: people
sources: { export: { system: service, api: { baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: KEY } } } }
target: { baseUrl: "http://127.0.0.1:9/v3", apiKey: { env: KEY } }
policies: { reactions: write, pins: write }
live: { hooks: manual, listen: { port: 0 }, old: { password: { env: PASSWORD } } }
`;
const file = join(folder, 'people.yaml');
await writeFile(file, text);
const pipeline = requireLive(parsePipeline(text, file, env));
const context = { system: realSystem, commandLine: 'chatferry live receive', env, allowCode: false };
const sides = await openSides(pipeline, context);
await using receiver = await startReceiver(
  { pipeline, sides, told: ({ text: said }) => console.log(said) },
  context,
);
const login = Buffer.from(`chatferry:${env.PASSWORD}`).toString('base64');
console.log(JSON.stringify({ url: receiver.address + receiver.paths.old, authorization: `Basic ${login}` }));
for await (const path of createInterface({ input: process.stdin })) {
  const { code, err: said } = await cli(['run', path, '--yes'], { CHATFERRY_API_KEY: 'x'.repeat(40) });
  if (code !== 0) throw new Error(said);
}
