import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The links of `docs/from/README.md` to the page of each system, by the headings of the pages. */
export const systemPages = (root: string): string =>
  readdirSync(join(root, 'docs/from'))
    .filter((page) => page !== 'README.md')
    .sort()
    .map((page) => {
      const [, title] = /^# From (.+)$/m.exec(readFileSync(join(root, 'docs/from', page), 'utf8')) ?? [];
      return `[${title}](${page})`;
    })
    .join(' · ');
