import type { App } from '../app/app.ts';
import { type ApiRoute, type RouteAnswer } from '../app/route.ts';
import type { AnswerSchema } from '../wire/answer-schema.ts';
import * as field from '../wire/field.ts';
import { type Fields } from '../wire/validation.ts';
/** Declares a call of this resource. */
export declare const notificationRoute: <const P extends Readonly<Record<string, import("../wire/param.ts").Param<unknown>>> = Record<never, never>, B = undefined>(name: `${"DELETE" | "GET" | "PATCH" | "POST" | "PUT"} ${import("../app/route.ts").Path}`, facts: Omit<{
    readonly base?: import("../app/route.ts").Base;
    readonly tag: string;
    readonly summary: string;
    readonly operationId?: string;
    readonly rate?: import("../app/rate-limits.ts").RateClass;
    readonly secrets?: true;
    readonly login?: 'headers' | 'basic';
    readonly creates?: true;
    readonly public?: true;
    readonly authOnly?: 'certain' | 'specified';
    readonly behalf?: 'required' | 'optional';
    readonly perUser?: "sender" | "unread";
    readonly replacedBy?: readonly string[];
    readonly answers: AnswerSchema;
}, 'tag' | 'base'> & {
    readonly query?: P;
    readonly body?: field.Shape<B>;
    readonly answer: (call: import("../app/route.ts").Call<import("../wire/param.ts").ParamValues<P>, B>) => RouteAnswer;
}) => ApiRoute;
/** The answer that only says that the call succeeded. */
export declare const SUCCESS: RouteAnswer;
/** Its schema. */
export declare const SUCCEEDS: AnswerSchema;
declare const PARTS: readonly ['preferences', 'sound', 'templates'];
/** The schema of settings, and of what a user sees of them. */
export declare const SETTINGS: AnswerSchema;
/** The settings of an app. */
export type Settings = {
    readonly [K in (typeof PARTS)[number]]: Fields;
};
/** The settings of the app: those it has changed, else the defaults. */
export declare function settingsOf({ db }: App): Settings;
/** The calls about the settings of an app. */
export declare const settingRoutes: readonly ApiRoute[];
export {};
