import { clientPage } from '../client/client-calls-page.ts';
import { exportsPage } from '../exports-page.ts';
import { servicePage } from '../service/calls-page.ts';
import { commandsPage } from './commands-page.ts';
import { entitiesPage } from './entities-page.ts';
import { errorsPage } from './errors-page.ts';
import type { ReferencePage } from './page.ts';
import { pipelinePage } from './pipeline-page.ts';

/** Every page of the reference that is made from the source. */
export const pages: readonly ReferencePage[] = [
  commandsPage,
  pipelinePage,
  entitiesPage,
  errorsPage,
  exportsPage,
  servicePage,
  clientPage,
];
