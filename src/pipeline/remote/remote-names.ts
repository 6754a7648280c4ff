import { isRemote } from '../reference.ts';
import { RemoteUrl, urlParts, withoutSecrets } from './remote-url.ts';

/** The addresses among the paths of a pipeline, by what they are called in it. */
export type Remotes = ReadonlyMap<string, RemoteUrl>;

/** Gives the addresses of a pipeline names without secrets. */
export class RemoteNames {
  readonly found = new Map<string, RemoteUrl>();

  /** The name of an address, which stands for it from then on; a path of this machine as it is. */
  readonly nameOf = (path: string): string => {
    if (!isRemote(path)) return path;
    const [url, inside] = urlParts(path);
    const shown = withoutSecrets(url);
    // Two addresses may differ by their query alone.
    for (let number = 1; ; number++) {
      const name = number === 1 ? shown : `${shown}#${number}`;
      const known = this.found.get(name);
      if (known !== undefined && known.reveal() !== url) continue;
      this.found.set(name, known ?? new RemoteUrl(url, name));
      return name + inside;
    }
  };
}
