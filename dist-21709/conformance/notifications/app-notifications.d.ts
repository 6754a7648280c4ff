import { type Check } from '../check.ts';
/** Settings and providers of the whole app. They are one check, because each would see the changes of the others. */
export declare const appNotificationChecks: readonly Check[];
