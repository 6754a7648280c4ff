import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { type Opened, openSandbox, temporaryFolder } from '../sandbox/sandbox-client.ts';
import { startCli } from '../support/cli-process.ts';
import { repository } from '../support/repository.ts';

const small = join(repository, 'samples/small');

/** A sandbox into which the command line has brought `samples/small`. */
export async function migratedSample(): Promise<Opened> {
  const opened = await openSandbox();
  const sources = `
  users: { path: ${JSON.stringify(join(small, 'users.csv'))} }
  groups: { path: ${JSON.stringify(join(small, 'groups.csv'))} }
  members: { path: ${JSON.stringify(join(small, 'members.csv'))} }
  messages: { path: [${['1', '2'].map((part) => JSON.stringify(join(small, `messages-${part}.csv`))).join(', ')}] }`;
  await migrate(opened, sources);
  return opened;
}

/**
 * Runs the command line, as a user would, with these sources and the given sandbox as its target.
 * @param baseUrl another address of the sandbox
 */
export async function migrate(
  { sandbox }: Opened,
  sources: string,
  baseUrl = sandbox.baseUrl,
): Promise<void> {
  using folder = temporaryFolder();
  const pipeline = join(folder.path, 'pipeline.yaml');
  const target = `{ baseUrl: "${baseUrl}", apiKey: { file: ${JSON.stringify(sandbox.files.apiKey)} } }`;
  const limits = 'limits: { requestsPerMinute: 10000000 }';
  writeFileSync(pipeline, `version: 1\nname: seen\ntarget: ${target}\nsources:${sources}\n${limits}\n`);
  const child = startCli(['run', pipeline, '--yes']);
  child.stdin.end();
  const closed = once(child, 'close');
  const [, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  expect((await closed)[0], err).toBe(0);
}
