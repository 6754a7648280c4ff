import { type Check } from '../check.ts';
/** Checks of what a user chooses about notifications, and where it gets them. */
export declare const userNotificationChecks: readonly Check[];
