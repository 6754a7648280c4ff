import { type Check, skip } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { accountOf, allOf, columnOf, firstOf, reads, someApp, writes } from '../rows.ts';

/** Checks of the apps of the account. */
export const managementChecks: readonly Check[] = [
  reads(
    'apps of the account are listed with the two keys, found by their ids, and refused without',
    ['listApps'],
    async (context) => {
      const account = accountOf(context);
      const id = await someApp(account);
      const found = await columnOf(account.apps.list({ searchKey: id }), 'id');
      must(found.includes(id), 'an app is not found by its id');
      const wrong = context.managementRefused ?? skip('no management address and keys were given');
      await refused(
        firstOf(wrong.apps.list(), 1),
        'AUTH_ERR_NO_ACCESS',
        'AUTH_ERR_EMPTY_AUTH_HEADER',
        'AUTH_ERR_APIKEY_NOT_FOUND',
      );
    },
  ),

  reads(
    'extensions of an app are listed, and settings of an unknown one refused',
    ['listExtensions', 'getExtensionSettings'],
    async (context) => {
      const account = accountOf(context);
      const appId = await someApp(account);
      for (const { isActive } of await allOf(account.extensions.list(appId)))
        must(typeof isActive === 'boolean', 'an extension does not say whether it is active');
      await refused(account.extensions.getSettings(appId, context.id('none')), 'ERR_EXTENSION_NOT_FOUND');
    },
  ),

  reads(
    'settings and collaborators of an app are listed',
    ['getAppSettings', 'listCollaborators'],
    async (context) => {
      const account = accountOf(context);
      const appId = await someApp(account);
      const settings = await account.apps.getSettings(appId);
      for (const rule of ['updateOnGroupActions', 'updateOnReplies']) {
        const value = settings[`core.conversations.${rule}`];
        must(value === undefined || typeof value === 'boolean', `${rule} is neither true nor false`);
      }
      for (const { email } of await account.apps.listCollaborators(appId))
        must(email, 'a collaborator has no address');
    },
  ),

  writes(
    'an app is created with its extensions, and deleted',
    [
      'createApp',
      'deleteApp',
      'requestUsage',
      'setAppSettings',
      'resetAppSettings',
      'changeCollaborators',
      'changeExtensions',
      'setExtensionSettings',
      'updateExtensionSettings',
      'deleteExtensionSettings',
    ],
    async (context) => {
      const { apps, extensions } = accountOf(context);
      const name = context.id('app');
      const { id: appId } = await apps.create({ name, region: 'us', skipSampleData: true });
      must(appId, 'the new app has no id');
      let isThere = true;
      context.later(async () => isThere && apps.delete(appId));
      same((await apps.requestUsage(appId)).success, true, 'success of the report');
      const { enabled } = await extensions.change(appId, { enabled: ['polls'] });
      same(Object.keys(enabled ?? {}), ['polls'], 'what was turned on');
      const settings = (answer: { readonly body?: Record<string, unknown> | undefined }) =>
        (answer.body?.['data'] as { settings?: unknown } | undefined)?.settings;
      same(
        settings(await extensions.storeSettings(appId, 'polls', { a: 1, b: 1 })),
        { a: 1, b: 1 },
        'settings',
      );
      same(settings(await extensions.updateSettings(appId, 'polls', { a: 2 })), { a: 2, b: 1 }, 'settings');
      await extensions.deleteSettings(appId, 'polls');
      const rule = 'core.conversations.updateOnReplies';
      await apps.setSettings(appId, { [rule]: false });
      same((await apps.getSettings(appId))[rule], false, 'a setting that was set');
      await apps.resetSettings(appId);
      same((await apps.getSettings(appId))[rule], true, 'a setting that was reset');
      const { collaboratorsToRemove } = await apps.changeCollaborators(appId, {
        collaboratorsToRemove: ['nobody@example.com'],
      });
      must(Object.hasOwn(collaboratorsToRemove ?? {}, 'nobody@example.com'), 'an address has no result');
      const { success, scheduledToDeleteAt } = await apps.delete(appId);
      isThere = false;
      same(success, true, 'success of the deletion');
      must(scheduledToDeleteAt !== undefined, 'the answer does not say when the app is deleted');
    },
  ),
];
