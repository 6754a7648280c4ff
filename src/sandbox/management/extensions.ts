import type { App } from '../app/app.ts';
import { type ApiRoute, type Call, type RouteAnswer, succeeded } from '../app/route.ts';
import { listPage } from '../storage/list-page.ts';
import { type AnswerSchema, paged } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT, exact, FLAG, INTEGER } from '../wire/json-schema.ts';
import { jsonMap } from '../wire/json-text.ts';
import * as param from '../wire/param.ts';
import { FieldReader, type Fields, LIMITS } from '../wire/validation.ts';
import { appInPath, managementRoute as route } from './apps.ts';

const LIST = '/apps/{appId}/extensions';
const SETTINGS = `${LIST}/{extension}/v1/settings`;
/** The most extensions of an app; not documented. */
const EXTENSIONS_MAX = 100;

type InPath = Pick<Call, 'app' | 'apps' | 'params'>;

function appIdInPath(call: InPath): string {
  appInPath(call);
  return (call.params['appId'] ?? '').toLowerCase();
}

/** Turns an extension on or off. One that is unknown is added, because the service's list is not published. */
function turn({ db, now }: App, appId: string, id: string, enabled: 0 | 1): void {
  const isKnown = db.get('SELECT 1 FROM extensions WHERE app_id = ? AND id = ?', appId, id) !== undefined;
  if (!isKnown) checkQuota(db.count('extensions WHERE app_id = ?', appId), EXTENSIONS_MAX, 'extensions');
  db.run(
    `INSERT INTO extensions (app_id, id, enabled, created_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET enabled = excluded.enabled`,
    appId,
    id,
    enabled,
    now(),
  );
}

type Listed = { readonly id: string; readonly enabled: number; readonly createdAt: number };

/** An extension in a list. The sandbox knows no more of it than its id. */
const extensionJson = ({ id, enabled, createdAt }: Listed): string => {
  const unknown = { tagLine: '', description: '', author: '' };
  return JSON.stringify({ id, name: id, ...unknown, isActive: enabled === 1, createdAt });
};

const ANSWER: AnswerSchema = {
  data: exact({
    statusCode: INTEGER,
    success: FLAG,
    responseTime: { type: 'integer', description: 'milliseconds, always 0 here' },
    body: { type: 'object', description: 'what the extension answers: data.settings, or data.success' },
  }),
};

/** Answer of an extension, as the management address passes it on. */
const answered = (data: string): RouteAnswer => ({
  data: `{"statusCode":200,"success":true,"responseTime":0,"body":{"data":${data}}}`,
});

type ExtensionInPath = { readonly appId: string; readonly id: string; readonly settings: string };

/** The extension in the path. The sandbox knows it if it was turned on; while it is off, its settings are refused. */
function extensionInPath(call: InPath): ExtensionInPath {
  const appId = appIdInPath(call);
  const id = (call.params['extension'] ?? '').toLowerCase();
  const row = call.app.db.get<{ settings: string | null; enabled: number }>(
    'SELECT settings, enabled FROM extensions WHERE app_id = ? AND id = ?',
    appId,
    id,
  );
  if (row?.enabled === 0)
    throw new ApiError('ERR_EXTENSION_INACTIVE', `The extension ${id} is currently inactive.`);
  if (row) return { appId, id, settings: row.settings ?? '{}' };
  throw new ApiError('ERR_EXTENSION_NOT_FOUND', `The extension ${id} does not exist.`);
}

const KEPT = field.shape({ settings: field.object(LIMITS.dataBytes) });

function keep({ app }: Pick<Call, 'app'>, { appId, id }: ExtensionInPath, given: Fields): RouteAnswer {
  const { settings } = KEPT.read(new FieldReader({ settings: given }));
  app.db.run('UPDATE extensions SET settings = ? WHERE app_id = ? AND id = ?', settings, appId, id);
  return answered(`{"settings":${settings}}`);
}

const SETTINGS_BODY = field.shape({ settings: field.required(field.nested(ANY_OBJECT), {}) });

/** The calls about extensions. */
export const extensionRoutes: readonly ApiRoute[] = [
  route(`POST ${LIST}`, {
    summary: 'Turn extensions on and off. The sandbox keeps the choice; no extension does anything here',
    body: field.shape(
      { enabled: field.ids(EXTENSIONS_MAX), disabled: field.ids(EXTENSIONS_MAX) },
      (reader, { enabled, disabled }) => {
        if (enabled.length + disabled.length > 0) return;
        reader.problem('enabled', 'The enabled field is required when disabled is not present.');
      },
    ),
    answers: { data: { type: 'object', description: 'the result of each id, below enabled and disabled' } },
    answer: (call) => {
      const appId = appIdInPath(call);
      const turnAll = (ids: readonly string[], enabled: 0 | 1, word: string) =>
        jsonMap(
          ids.map((id) => {
            turn(call.app, appId, id, enabled);
            return [id, succeeded(`The extension ${id} has been ${word} successfully.`)];
          }),
        );
      const { enabled, disabled } = call.body;
      const parts = [
        ['enabled', turnAll(enabled, 1, 'enabled')],
        ['disabled', turnAll(disabled, 0, 'disabled')],
      ] as const;
      return { data: jsonMap(parts) };
    },
  }),
  route(`GET ${LIST}`, {
    summary: 'List the extensions that were turned on or off, by id',
    query: param.PAGE,
    answers: paged('Extension'),
    answer: (call) => {
      const list = {
        columns: 'id, enabled, created_at AS createdAt',
        from: 'extensions WHERE app_id = ?',
        order: 'id',
        params: [appIdInPath(call)],
      };
      return listPage(call.app.db, call.query, list, extensionJson);
    },
  }),
  route(`GET ${SETTINGS}`, {
    summary: 'Get the settings of an extension',
    answers: ANSWER,
    answer: (call) => answered(`{"settings":${extensionInPath(call).settings}}`),
  }),
  route(`POST ${SETTINGS}`, {
    summary: 'Replace the settings of an extension. They have no effect here',
    body: SETTINGS_BODY,
    answers: ANSWER,
    answer: (call) => keep(call, extensionInPath(call), call.body.settings),
  }),
  route(`PUT ${SETTINGS}`, {
    summary: 'Change the given settings of an extension, and leave the others',
    body: SETTINGS_BODY,
    answers: ANSWER,
    answer: (call) => {
      const extension = extensionInPath(call);
      return keep(call, extension, { ...JSON.parse(extension.settings), ...call.body.settings });
    },
  }),
  route(`DELETE ${SETTINGS}`, {
    summary: 'Remove the settings of an extension',
    answers: ANSWER,
    answer: (call) => {
      keep(call, extensionInPath(call), {});
      return answered('{"success":true}');
    },
  }),
];
