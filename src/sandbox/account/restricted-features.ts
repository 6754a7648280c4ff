import { type ApiRoute, acknowledgement, routeOf, succeeded } from '../app/route.ts';
import { listPage } from '../storage/list-page.ts';
import { type AnswerSchema, one } from '../wire/answer-schema.ts';
import * as field from '../wire/field.ts';
import { exact, INTEGER, listOf, TEXT } from '../wire/json-schema.ts';
import { jsonMap } from '../wire/json-text.ts';
import * as param from '../wire/param.ts';
import { LIMITS } from '../wire/validation.ts';
import { roleInPath } from './roles.ts';

const route = routeOf({ tag: 'Restrict Features' });
const PATH = '/roles/{role}/restrictedfeatures';
/** The most keys of one call; not documented. */
const MAX_FEATURES = 100;

/** The form of a feature key. Not every key is published, so unknown keys are accepted. */
const KEY = /^[A-Za-z][A-Za-z0-9._-]{0,99}$/;

const LIST: AnswerSchema = {
  data: listOf(exact({ key: TEXT, title: TEXT, description: TEXT, path: TEXT, createdAt: INTEGER })),
  meta: 'page',
};

type Restricted = { readonly key: string; readonly createdAt: number };

/** A feature in a list. The sandbox knows no more of it than its key. */
const featureJson = ({ key, createdAt }: Restricted): string =>
  JSON.stringify({ key, title: key, description: '', path: '', createdAt });

/** Keys of features, each once; empty when absent. */
const features: field.Field<readonly string[]> = {
  schema: {
    type: 'array',
    maxItems: MAX_FEATURES,
    items: { type: 'string', minLength: 1, maxLength: LIMITS.id, pattern: KEY.source },
  },
  read: (reader, name) => {
    if (!reader.has(name)) return [];
    const value = reader.value(name);
    const keys: readonly unknown[] = Array.isArray(value) ? value : [undefined];
    const good = keys.filter((key) => typeof key === 'string' && KEY.test(key)) as readonly string[];
    if (good.length < keys.length) reader.problem(name, `The ${name} must be an array of feature keys.`);
    if (keys.length > MAX_FEATURES) {
      reader.problem(name, `The ${name} may not have more than ${MAX_FEATURES} items.`);
    }
    return [...new Set(good)];
  },
};

/** The calls about features that are restricted for a role. */
export const restrictedFeatureRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary: 'Restrict features for a role; each key has its own result',
    body: field.shape({ featuresToRestrict: { ...features, required: true } }, (reader, body) => {
      const { length } = body.featuresToRestrict;
      const given = reader.value('featuresToRestrict');
      if (length === 0 && (!reader.has('featuresToRestrict') || Array.isArray(given))) {
        reader.problem('featuresToRestrict', 'The featuresToRestrict field is required.');
      }
    }),
    answers: one('Results'),
    answer: (call) => {
      const { role } = roleInPath(call);
      const results = call.body.featuresToRestrict.map((key) => {
        call.app.db.run(
          'INSERT OR IGNORE INTO restricted_features (role, feature, created_at) VALUES (?, ?, ?)',
          role,
          key,
          call.app.now(),
        );
        return [key, succeeded(`The feature ${key} has been restricted successfully.`)] as const;
      });
      return { data: jsonMap(results) };
    },
  }),
  route(`GET ${PATH}`, {
    summary: 'List the features that are restricted for a role',
    query: param.PAGE,
    answers: LIST,
    answer: (call) => {
      const list = {
        columns: 'feature AS key, created_at AS createdAt',
        from: 'restricted_features WHERE role = ?',
        order: 'feature',
        params: [roleInPath(call).role],
      };
      return listPage<Restricted>(call.app.db, call.query, list, featureJson);
    },
  }),
  route(`DELETE ${PATH}`, {
    summary: 'Allow restricted features for a role: the given ones, or all with `allowAll`',
    body: field.shape({ featuresToAllow: features, allowAll: field.flag }, (reader, body) => {
      if (body.allowAll || body.featuresToAllow.length > 0 || reader.has('featuresToAllow')) return;
      reader.problem('featuresToAllow', 'The featuresToAllow field is required without allowAll.');
    }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { role } = roleInPath(call);
      const { db } = call.app;
      if (call.body.allowAll) db.run('DELETE FROM restricted_features WHERE role = ?', role);
      for (const key of call.body.featuresToAllow) {
        db.run('DELETE FROM restricted_features WHERE role = ? AND feature = ?', role, key);
      }
      return acknowledgement('The feature has been allowed successfully.');
    },
  }),
];
