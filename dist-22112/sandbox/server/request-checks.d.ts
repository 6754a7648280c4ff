import type { App } from '../app/app.ts';
import { type ManagementCredentials } from '../app/credentials.ts';
import type { ApiRoute } from '../app/route.ts';
import type { User } from '../stores/user-store.ts';
type Headers = Readonly<Record<string, string | string[] | undefined>>;
/** Refuses a key that does not exist, or whose scope does not allow the call. */
export declare function checkKey(app: App, route: ApiRoute, key: string): void;
/** The management key and secret of a request. Undefined if one is missing. */
export declare function loginOf({ key, secret, authorization }: Headers, login: ApiRoute['login']): ManagementCredentials | undefined;
/** Refuses a management call without the right key and secret. */
export declare function checkManagement(login: ManagementCredentials | undefined, known: ManagementCredentials): void;
/** True if these are the key and the secret of the management calls. */
export declare function isManagementLogin({ key, secret }: ManagementCredentials, known: ManagementCredentials): boolean;
/** The user that `onBehalfOf` names, where the call takes one. Refuses unknown and deactivated users. */
export declare function namedActor(app: App, route: ApiRoute, header: string | string[] | undefined): User | undefined;
/**
 * Refuses a body that is not named JSON. A form is checked where it is read. Specified: `Content-Type: application/json` on requests with a
 * body. Code and status of the refusal are assumed.
 */
export declare function checkContentType({ quirks }: App, { body: shape }: ApiRoute, { headers, body }: {
    readonly headers: Headers;
    readonly body: Buffer;
}): void;
export {};
