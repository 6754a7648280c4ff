import type { ApiRoute, Call } from '../app/route.ts';
import * as param from '../wire/param.ts';
/** The query of the calls about the preferences of a user. */
export declare const OF_USER: {
    readonly uid: param.Param<string>;
};
/** The user that the query names. */
export declare function userInQuery({ app, query }: Pick<Call<{
    uid: string;
}>, 'app' | 'query'>): string;
/** The calls about the choices of a user. */
export declare const preferenceRoutes: readonly ApiRoute[];
