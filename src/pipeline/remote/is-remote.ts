/** True if a path is an address. */
export const isRemote = (path: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(path);
