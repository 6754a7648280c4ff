import { RemoteUrl } from './remote-url.ts';
/** The addresses among the paths of a pipeline, by what they are called in it. */
export type Remotes = ReadonlyMap<string, RemoteUrl>;
/** Gives the addresses of a pipeline names without secrets. */
export declare class RemoteNames {
    readonly found: Map<string, RemoteUrl>;
    /** The name of an address, which stands for it from then on; a path of this machine as it is. */
    readonly nameOf: (path: string) => string;
}
