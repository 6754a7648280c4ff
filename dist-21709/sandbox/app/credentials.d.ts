import { type App } from './app.ts';
/** The key files of one app, one key each. */
export type AppKeyFiles = {
    readonly apiKey: string;
    readonly authKey: string;
};
/** The secret files of a sandbox, one secret each. */
export type CredentialFiles = AppKeyFiles & {
    readonly managementKey: string;
    readonly managementSecret: string;
};
/** The credentials of the management API. */
export type ManagementCredentials = {
    readonly key: string;
    readonly secret: string;
};
/** A new secret in the form of the service's own keys: 40 hex digits. */
export declare const newKey: () => string;
/** Compares two secrets. The time it takes does not show where they differ. */
export declare function sameSecret(given: string, known: string): boolean;
/** Creates the keys of an app unless it has some, and writes them to files (0600) in `folder`. */
export declare function provideAppKeys(app: App, folder: string): AppKeyFiles;
/** Creates the management credentials on the first start, and writes them to files (0600) in `folder`. */
export declare function provideManagement(app: App, folder: string): {
    readonly credentials: ManagementCredentials;
    readonly files: Omit<CredentialFiles, keyof AppKeyFiles>;
};
