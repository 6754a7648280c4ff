import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeTwilio } from '../origins/twilio/fake-twilio.ts';
import { syntheticTwilio } from '../origins/twilio/twilio-data.ts';
import { cliIn } from '../support/cli-here.ts';
import { repository } from '../support/repository.ts';

/** An old system of this process: its address, and the variables that a person sets for it. */
type Account = AsyncDisposable & {
  readonly host: string;
  readonly env: Readonly<Record<string, string>>;
};

const accounts: Readonly<Record<string, () => Promise<Account>>> = {
  async twilio() {
    const api = await fakeTwilio(syntheticTwilio());
    const [TWILIO_KEY_SID = '', TWILIO_SECRET = ''] = api.key.split(':');
    return { ...api, env: { TWILIO_ACCOUNT: api.data.account, TWILIO_KEY_SID, TWILIO_SECRET } };
  },
};

/** The commands of the part of a page about the API. */
async function commandsOf(system: string): Promise<readonly string[]> {
  const page = await readFile(join(repository, `docs/from/${system}.md`), 'utf8');
  const [, part = ''] = /^## Without an export\n([\s\S]*?)(?=^## )/m.exec(page) ?? [];
  return Array.from(part.matchAll(/^npx chatferry (.*?)(?:\s+#.*)?$/gm), ([, command = '']) => command);
}

test.each(Object.keys(accounts))('%s: every command about its API does what it says', async (system) => {
  await using account = await (accounts[system] as () => Promise<Account>)();
  await using folder = await mkdtempDisposable(join(tmpdir(), 'chatferry-'));
  const commands = await commandsOf(system);
  expect(commands.length).toBeGreaterThanOrEqual(3);
  for (const command of commands) {
    const args = command.split(' ');
    const { code, err } = await cliIn(folder.path, args, account.env);
    expect([command, code], err).toEqual([command, 0]);
    if (args[0] !== 'init') continue;
    const pipeline = join(folder.path, args[args.indexOf('--out') + 1] ?? '');
    const text = await readFile(pipeline, 'utf8');
    await writeFile(pipeline, text.replace('    api:\n', `    api:\n      host: "${account.host}"\n`));
  }
});
