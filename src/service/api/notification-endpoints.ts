import { del, get, patch, post, put } from './declare-endpoint.ts';

const none = 'unsupported' as const;

/** The calls of notifications: settings, choices of users, push tokens, providers, the log. */
export const notificationEndpoints = {
  getNotificationSettings: get('/notifications/v1/settings', none),
  updateNotificationSettings: patch('/notifications/v1/settings', none),
  resetNotificationSettings: del('/notifications/v1/settings', none),
  // The user is in the query.
  getNotificationPreferences: get('/notifications/v1/preferences', none),
  updateNotificationPreferences: patch('/notifications/v1/preferences', none),
  resetNotificationPreferences: del('/notifications/v1/preferences', none),
  getMutedConversations: get('/notifications/v1/preferences/mute', none),
  muteConversations: put('/notifications/v1/preferences/mute', none),
  unmuteConversations: del('/notifications/v1/preferences/mute', none),
  getNotificationTimezone: get('/notifications/v1/preferences/timezone', none),
  updateNotificationTimezone: patch('/notifications/v1/preferences/timezone', none),
  getContactDetails: get('/notifications/v1/contact-details', 'required'),
  updateContactDetails: patch('/notifications/v1/contact-details', 'required'),
  removeContactDetails: del('/notifications/v1/contact-details', 'required'),
  registerPushToken: post('/notifications/push/v1/tokens', none),
  getPushTokens: get('/notifications/push/v1/tokens', none),
  removePushTokens: del('/notifications/push/v1/tokens', none),
  removePushToken: del('/notifications/push/v1/tokens/{pushToken}', none),

  // Providers of pushes, found by their id
  getFcmProviders: get('/notifications/push/v1/providers/fcm', none),
  addFcmProvider: post('/notifications/push/v1/providers/fcm', none),
  updateFcmProvider: put('/notifications/push/v1/providers/fcm', none),
  removeFcmProvider: del('/notifications/push/v1/providers/fcm/{providerId}', none),
  setDefaultFcmProvider: put('/notifications/push/v1/providers/fcm/default/{providerId}', none),
  getApnsProviders: get('/notifications/push/v1/providers/apns', none),
  addApnsProvider: post('/notifications/push/v1/providers/apns', none),
  updateApnsProvider: put('/notifications/push/v1/providers/apns', none),
  removeApnsProvider: del('/notifications/push/v1/providers/apns/{providerId}', none),
  setDefaultApnsProvider: put('/notifications/push/v1/providers/apns/default/{providerId}', none),

  // Providers of which an app has at most one
  getCustomPushProvider: get('/notifications/push/v1/providers/custom', none),
  addCustomPushProvider: post('/notifications/push/v1/providers/custom', none),
  updateCustomPushProvider: put('/notifications/push/v1/providers/custom', none),
  removeCustomPushProvider: del('/notifications/push/v1/providers/custom', none),
  getCustomSmsProvider: get('/notifications/sms/v1/providers/custom', none),
  addCustomSmsProvider: post('/notifications/sms/v1/providers/custom', none),
  updateCustomSmsProvider: put('/notifications/sms/v1/providers/custom', none),
  removeCustomSmsProvider: del('/notifications/sms/v1/providers/custom', none),
  getCustomEmailProvider: get('/notifications/email/v1/providers/custom', none),
  addCustomEmailProvider: post('/notifications/email/v1/providers/custom', none),
  updateCustomEmailProvider: put('/notifications/email/v1/providers/custom', none),
  removeCustomEmailProvider: del('/notifications/email/v1/providers/custom', none),
  getTwilioProvider: get('/notifications/sms/v1/providers/twilio', none),
  addTwilioProvider: post('/notifications/sms/v1/providers/twilio', none),
  updateTwilioProvider: put('/notifications/sms/v1/providers/twilio', none),
  removeTwilioProvider: del('/notifications/sms/v1/providers/twilio', none),
  getSendGridProvider: get('/notifications/email/v1/providers/sendgrid', none),
  addSendGridProvider: post('/notifications/email/v1/providers/sendgrid', none),
  updateSendGridProvider: put('/notifications/email/v1/providers/sendgrid', none),
  removeSendGridProvider: del('/notifications/email/v1/providers/sendgrid', none),

  listNotificationLogs: get('/notifications/v1/logs', none),
} as const;
