import { type Check } from '../check.ts';
/** Roles, the features that are restricted for them, and the permissions of roles and of scopes in groups. */
export declare const roleChecks: readonly Check[];
