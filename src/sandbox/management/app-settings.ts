import { appSettingsOf, setSettings, unsetSettings } from '../app/app-settings.ts';
import { type ApiRoute, acknowledgement, succeeded } from '../app/route.ts';
import { keyed, one } from '../wire/answer-schema.ts';
import { invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { ANY_OBJECT } from '../wire/json-schema.ts';
import { jsonMap } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { appInPath, managementRoute as route } from './apps.ts';

const PATH = '/apps/{appId}/settings';

/** The most settings of one call, as the vendor's own tool for agents has it. */
const KEYS_MAX = 50;

const SETTINGS = field.required(field.nested(ANY_OBJECT), {});

/** Keys of settings, without repeats. */
const KEYS = field.items(
  { min: 0, max: KEYS_MAX, what: `an array of up to ${KEYS_MAX} keys` },
  { type: 'string' },
  (value) => (typeof value === 'string' ? value : undefined),
);

/** The calls about the settings of an app. */
export const appSettingRoutes: readonly ApiRoute[] = [
  route(`GET ${PATH}`, {
    summary: 'List the settings of an app: those that were set, and the published defaults of others',
    answers: keyed('the value of each setting'),
    answer: (call) => ({ data: JSON.stringify(appSettingsOf(appInPath(call).app)) }),
  }),
  route(`POST ${PATH}`, {
    summary:
      'Set settings of an app. Three work here: `core.conversations.updateOnGroupActions`, `…updateOnReplies` and ' +
      '`…updateOnMessageActions`. Others are kept',
    body: field.shape({ settings: SETTINGS }, (reader, { settings }) => {
      const count = Object.keys(settings).length;
      if (count === 0) reader.problem('settings', 'The settings field is required.');
      if (count > KEYS_MAX)
        reader.problem('settings', `The settings may not have more than ${KEYS_MAX} items.`);
    }),
    answers: keyed('the result of each setting'),
    answer: (call) => {
      const { settings } = call.body;
      const { app } = appInPath(call);
      // Not documented: together they have room as a message has.
      const { length } = JSON.stringify({ ...appSettingsOf(app), ...settings });
      if (length > LIMITS.messageJson) throw invalid({ settings: ['The settings are too large.'] });
      setSettings(app, settings);
      const added = succeeded('Added setting(s) successfully.');
      return { data: jsonMap(Object.keys(settings).map((key) => [key, added])) };
    },
  }),
  route(`DELETE ${PATH}`, {
    summary: 'Give settings of an app their defaults again: those that `settings` names, or all',
    body: field.shape({ settings: KEYS }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      unsetSettings(appInPath(call).app, call.body.settings);
      return acknowledgement('Removed setting(s) successfully.');
    },
  }),
];
