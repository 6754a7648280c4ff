import type { AppEntry, Apps, OpenApp } from '../app/apps.ts';
import { type ApiRoute, type Call } from '../app/route.ts';
import * as field from '../wire/field.ts';
import * as param from '../wire/param.ts';
/** Declares a management call. */
export declare const managementRoute: <const P extends Readonly<Record<string, param.Param<unknown>>> = Record<never, never>, B = undefined>(name: `${"DELETE" | "GET" | "PATCH" | "POST" | "PUT"} ${import("../app/route.ts").Path}`, facts: Omit<{
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
    readonly answers: import("../wire/answer-schema.ts").AnswerSchema;
}, 'tag' | 'base'> & {
    readonly query?: P;
    readonly body?: field.Shape<B>;
    readonly answer: (call: Call<param.ParamValues<P>, B>) => import("../app/route.ts").RouteAnswer;
}) => ApiRoute;
/** The regions of the service. */
export declare const REGION_WORDS: readonly ['us', 'eu', 'in'];
/** The app that the path names. */
export declare function appInPath({ apps, params }: Pick<Call, 'apps' | 'params'>): OpenApp;
/** Creates an app unless there are too many. */
export declare function createApp(apps: Apps, name: string, region: string): AppEntry;
/** The calls about apps. */
export declare const appRoutes: readonly ApiRoute[];
/** The plan that every app of the sandbox says it has. */
export declare const PLAN = "build";
