import { writePage } from './page.ts';
import { pages } from './pages.ts';

for (const page of pages) writePage(page);
