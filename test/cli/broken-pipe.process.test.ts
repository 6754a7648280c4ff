import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { messageLines, workspace } from '../e2e/workspace.ts';
import { program } from '../support/repository.ts';

/** A command line of bash in which `chatferry` is the program; what it prints, and the exit code of the program. */
async function piped(
  line: string,
): Promise<{ readonly out: string; readonly err: string; readonly code: number }> {
  const script = `chatferry() { "$NODE" "$CLI" "$@"; }; ${line}; echo "exit \${PIPESTATUS[0]}"`;
  const env = { ...process.env, NODE: process.execPath, CLI: program };
  const { stdout, stderr } = await promisify(execFile)('bash', ['-c', script], { env });
  const [, out = '', code = ''] = /^([\s\S]*)exit (\d+)\n$/.exec(stdout) ?? [];
  return { out, err: stderr, code: Number(code) };
}

// A pipe takes 64 kB: the list of codes is longer than that, the help is not.
test.each(['explain --json', '--help'])(
  'chatferry %s | head -1 ends as it would without head',
  async (line) => {
    const { out, err, code } = await piped(`chatferry ${line} | head -1`);
    expect([err, code]).toEqual(['', 0]);
    expect(out.split('\n')).toHaveLength(2);
  },
);

test('a run whose events nobody reads any more goes on to its end', async () => {
  using space = workspace(1);
  space.write('messages.ndjson', messageLines(1_000).replaceAll('"sender":"ann"', '"sender":"nobody"'));
  const file = space.pipeline({});
  const { out, err, code } = await piped(`chatferry run '${file}' --events | head -1`);
  expect(JSON.parse(out)).toMatchObject({ type: 'run.started' });
  expect(code).toBe(4);
  expect(err).toContain('adds up');
  expect(err).not.toMatch(/EPIPE|at .*:\d+:\d+/);
});
