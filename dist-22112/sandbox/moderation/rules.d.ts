import { type ApiRoute } from '../app/route.ts';
/** The calls about the rules of moderation. */
export declare const ruleRoutes: readonly ApiRoute[];
