import { type ApiRoute, type PathCall } from '../app/route.ts';
import { type CountedGroup } from '../stores/group-store.ts';
/** The group that the path names. */
export declare function groupInPath(call: PathCall): CountedGroup;
/** The calls about groups. */
export declare const groupRoutes: readonly ApiRoute[];
