/** The place of what processes of a pipeline share. The address of a server may hold a password. */
export type SharedPlace = {
  /** The state folder. */
  readonly folder: string;
  /** The server of the state, and the name that it has there; absent if the state is in the folder. */
  readonly server?: { readonly url: string; readonly name: string } | undefined;
};

/**
 * Documents of a pipeline that its processes read and write without the lock of the state, whatever machine they are on: wishes,
 * and the addresses of its webhooks.
 */
export interface SharedDocuments extends AsyncDisposable {
  /** The text of a document; undefined if there is none. @throws RunError `STATE.SERVER_*`; the error of the store */
  read(name: string): Promise<string | undefined>;
  /** Replaces a document, or makes it. @throws the same */
  save(name: string, text: string): Promise<void>;
  /**
   * Replaces a document that is still as it was found, or makes it where none was found.
   * @returns what is there now, which may be what another process has made of it
   * @throws the same
   */
  settle(name: string, before: string | undefined, text: string): Promise<string>;
  /** Removes a document, if it is there. @throws the same */
  remove(name: string): Promise<void>;
}
