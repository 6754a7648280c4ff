import { type ApiRoute } from '../app/route.ts';
/** The calls that mark messages as delivered, read and unread. */
export declare const receiptRoutes: readonly ApiRoute[];
