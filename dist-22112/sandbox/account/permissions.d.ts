import { type ApiRoute } from '../app/route.ts';
/** The calls about permissions of roles, and of scopes in groups. */
export declare const permissionRoutes: readonly ApiRoute[];
