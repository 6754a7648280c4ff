import type { Check } from '../check.ts';
import { must, refused, same } from '../expect.ts';
import { accountOf, allOf, columnOf, firstOf, reads, removeLater, someApp, writes } from '../rows.ts';

/** An address that cannot exist: nothing is ever sent to it, because these webhooks are disabled. */
const NOWHERE = 'https://chatferry.invalid/hook';

/** Checks of the webhooks of an app, and of what they are told about. */
export const webhookChecks: readonly Check[] = [
  reads(
    'webhooks are listed with their triggers, and one that does not exist is refused',
    ['listWebhooks', 'getWebhook', 'listTriggers'],
    async (context) => {
      const account = accountOf(context);
      const { webhooks, triggers } = account;
      const appId = await someApp(account);
      const [webhook] = await allOf(webhooks.list(appId));
      if (webhook) {
        same((await webhooks.get(appId, webhook.id)).webhookURL, webhook.webhookURL, 'the address when read');
        for (const { id } of await allOf(triggers.list(appId, webhook.id)))
          must(/^[a-z_]+$/.test(id), `a trigger has the id ${id}`);
      }
      const none = context.id('none');
      await refused(webhooks.get(appId, none), 'ERR_WEBHOOK_NOT_FOUND');
      await refused(firstOf(triggers.list(appId, none), 1), 'ERR_WEBHOOK_NOT_FOUND');
    },
  ),

  writes(
    'a webhook is created, changed, told about triggers and removed',
    [
      'createWebhook',
      'getWebhook',
      'updateWebhook',
      'deleteWebhook',
      'addTriggers',
      'listTriggers',
      'removeTriggers',
    ],
    async (context) => {
      const account = accountOf(context);
      const { webhooks, triggers } = account;
      const appId = await someApp(account);
      const id = context.id('hook').slice(0, 50);
      removeLater(context, () => webhooks.delete(appId, id));
      const made = await webhooks.create(appId, {
        id,
        name: 'Conformance',
        webhookURL: NOWHERE,
        enabled: false,
      });
      same([made.id, made.name, made.webhookURL], [id, 'Conformance', NOWHERE], 'the new webhook');
      same((await webhooks.update(appId, id, { name: 'Renamed' })).name, 'Renamed', 'the changed name');
      same((await webhooks.get(appId, id)).name, 'Renamed', 'the name when read');
      const added = await triggers.add(appId, id, ['message_sent', 'message_edited']);
      for (const [trigger, { success }] of added) same(success, true, `success of ${trigger}`);
      await triggers.remove(appId, id, ['message_edited']);
      const left = await columnOf(triggers.list(appId, id), 'id');
      same(left, ['message_sent'], 'the triggers');
      same((await webhooks.delete(appId, id)).success, true, 'success of the removal');
      await refused(webhooks.get(appId, id), 'ERR_WEBHOOK_NOT_FOUND');
    },
  ),
];
