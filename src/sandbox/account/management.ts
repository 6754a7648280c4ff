import { type ApiRoute, route } from '../app/route.ts';
import { all } from '../wire/answer-schema.ts';

const listApps = route({
  method: 'GET',
  path: '/apps',
  base: 'management',
  tag: 'Management',
  summary: 'List the apps of this service',
  rate: 'standard',
  answers: all('App'),
  answer: ({ apps }) => ({ data: JSON.stringify(apps.list()) }),
});

/** The management calls. They take the headers `key` and `secret` instead of `apikey`. */
export const managementRoutes: readonly ApiRoute[] = [listApps];
