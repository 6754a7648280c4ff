import type { ApiRoute } from '../app/route.ts';
import { ANY_OBJECT, listOf } from '../wire/json-schema.ts';
import { limitedAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { ofUserRoutes } from './of-user.ts';
import { preferenceRoutes } from './preferences.ts';
import { pushProviderRoutes, singleProviderRoutes } from './push-providers.ts';
import { pushTokenRoutes } from './push-tokens.ts';
import { notificationRoute as route, settingRoutes } from './settings.ts';

const MILLISECONDS = param.number(0, 9_999_999_999_999);

/** Rows of a page; documented. */
const LOG_LIMIT = 20;

/** The calls about notifications. What they set is kept and answered; the sandbox never notifies anybody. */
export const notificationRoutes: readonly ApiRoute[] = [
  ...settingRoutes,
  ...preferenceRoutes,
  ...ofUserRoutes,
  ...pushTokenRoutes,
  ...pushProviderRoutes,
  ...singleProviderRoutes,
  route('GET /notifications/v1/logs', {
    summary: 'List the log of notifications: always empty here, because the sandbox sends none',
    query: {
      messageId: param.list,
      reactionId: param.list,
      from: MILLISECONDS,
      to: MILLISECONDS,
      messageCategory: param.list,
      messageType: param.list,
      trigger: param.list,
      sender: param.list,
      reactionSender: param.list,
      receiver: param.list,
      receiverType: param.list,
      reactionReceiver: param.list,
      member: param.list,
      channel: param.list,
      provider: param.list,
      notificationTriggered: param.flag,
      reason: param.list,
      success: param.flag,
      affix: param.oneOf(['append', 'prepend']),
      logId: param.text,
    },
    answers: { data: listOf(ANY_OBJECT), meta: 'cursor' },
    answer: () => limitedAnswer(LOG_LIMIT, []),
  }),
];
