import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../../support/repository.ts';
import { writeExportsIndex } from '../exports-page.ts';
import { textOf } from './page.ts';
import { pages } from './pages.ts';

for (const page of pages) writeFileSync(join(repository, page.path), await textOf(page));
await writeExportsIndex();
