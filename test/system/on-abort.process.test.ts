import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('an error of one who listens to a signal does not keep it from the others', async () => {
  const module = new URL('../../src/system/on-abort.ts', import.meta.url).href;
  const script = `
    import { onAbort } from ${JSON.stringify(module)};
    const controller = new AbortController();
    const { signal } = controller;
    process.on('uncaughtException', ({ message }) => console.log(message));
    onAbort(signal, () => { throw new Error('the first fails'); });
    onAbort(signal, () => console.log('the second is called'));
    controller.abort();`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(stdout.trim().split('\n')).toEqual(['the second is called', 'the first fails']);
});
