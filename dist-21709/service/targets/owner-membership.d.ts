import type { Route } from './target.ts';
/**
 * Services make the owner of a new group a member of it. Where our own call created the group, that membership is ours, too: it
 * gets what its row says. In a group that was there before us, it stays as it is.
 */
export declare function ownerMembership(): Required<Pick<Route, 'made'>>;
