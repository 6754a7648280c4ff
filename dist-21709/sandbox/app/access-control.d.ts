import type { User } from '../stores/user-store.ts';
import type { ApiRoute, Call } from './route.ts';
type Acting = Pick<Call, 'app' | 'params' | 'given' | 'body'> & {
    readonly actor: User;
};
/**
 * Refuses a call of a user whose role, or whose scope in the group, lacks the permission. Documented: permissions are
 * evaluated for every request; the code; the text for roles. Without an acting user the app itself acts.
 */
export declare function checkPermissions(route: ApiRoute, call: Omit<Acting, 'actor'> & Pick<Call, 'actor'>): void;
export {};
