/** The version in package.json, which stands beside `src` and `dist`. */
export declare const version: string;
