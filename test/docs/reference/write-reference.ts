import { pages } from './pages.ts';
import { writePage } from './page.ts';

for (const page of pages) writePage(page);
