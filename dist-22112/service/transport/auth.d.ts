import { Secret } from './secret.ts';
import { type Layer } from './transport.ts';
/** The keys of a management call, which does not use `apikey`. */
export type ManagementKeys = {
    readonly key: Secret;
    readonly secret: Secret;
};
/**
 * Adds the `apikey` header, or the two headers of a management call. The http layer below has only one origin, so the
 * keys reach no other host. The key is removed from a refusal that quotes it ("The key … does not exist").
 */
export declare function auth(keys: Secret | ManagementKeys): Layer;
