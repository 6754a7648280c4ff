import { type ApiRoute, type PathCall } from '../app/route.ts';
import { type Role } from '../stores/role-store.ts';
/** The role that the path names. */
export declare function roleInPath(call: PathCall): Role;
/** The calls about roles. */
export declare const roleRoutes: readonly ApiRoute[];
