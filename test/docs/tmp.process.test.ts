import { expect, test } from 'vitest';
import { runPage } from './run-page.ts';
test.each([['docs/guides/move.md',2],['docs/guides/check.md',1],['docs/operating/cut-over.md',0]])('%s', async (path, screens) => { expect(await runPage(path)).toBe(screens); });
