/** What the lock file of npm says of an installed package. */
type Locked = {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  /** Folders of the project that are packages of their own. */
  readonly workspaces?: readonly string[];
  /** Where a link of `node_modules` leads, or where the package came from. */
  readonly resolved?: string;
  readonly link?: boolean;
};

/** `package-lock.json`; the package itself is `''`. */
export type Lock = { readonly packages: Readonly<Record<string, Locked>> };

/** A bill of materials in the form CycloneDX, as `npm sbom` writes it. */
export type Sbom = {
  readonly bomFormat?: string;
  readonly components?: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl?: string;
    readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
    readonly licenses?: readonly unknown[];
  }[];
};

/**
 * The packages that are installed with ours, as paths such as `node_modules/yaml`, sorted: from the declared dependencies
 * along those of each package.
 */
export function runtimeClosure({ packages }: Lock): string[] {
  const found = new Set<string>();
  const follow = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = packages[from] as Locked;
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const path = nearestOf(packages, from, name);
      if (path === undefined || found.has(path)) continue;
      found.add(path);
      follow(path);
    }
  };
  follow('');
  return [...found].sort();
}

/** Where a package finds another: in its own folder, else in that of a package around it, else at the top. */
function nearestOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  const around = from.split('/node_modules/');
  for (let depth = from === '' ? 0 : around.length; depth >= 0; depth--) {
    const folder = around.slice(0, depth).join('/node_modules/');
    const path = `${folder}${folder && '/'}node_modules/${name}`;
    if (packages[path]) return path;
  }
  return undefined;
}

const nameOf = (path: string): string =>
  path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** What is wrong with a bill of materials; nothing if it lists exactly what is installed with ours, and how to check it. */
export function sbomFaults(sbom: Sbom, lock: Lock): string[] {
  if (sbom.bomFormat !== 'CycloneDX' || !sbom.components) return ['it is no CycloneDX document'];
  const listed = new Map(sbom.components.map((one) => [`${one.name}@${one.version}`, one]));
  const faults: string[] = [];
  // The same version may be installed in several places.
  const installed = new Map(
    runtimeClosure(lock).map((path) => {
      const locked = lock.packages[path] as Locked;
      return [`${nameOf(path)}@${locked.version}`, locked];
    }),
  );
  for (const [id, { integrity = '', hasInstallScript }] of installed) {
    const component = listed.get(id);
    listed.delete(id);
    if (hasInstallScript) faults.push(`${id} has an install script`);
    if (!component) {
      faults.push(`${id} is missing`);
      continue;
    }
    const sha512 = Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
    if (!component.hashes?.some(({ alg, content }) => alg === 'SHA-512' && content === sha512))
      faults.push(`${id} has another hash than in the lock file`);
    if (!component.licenses?.length) faults.push(`${id} names no licence`);
  }
  return [...faults, ...Array.from(listed.keys(), (id) => `${id} is not a runtime dependency`)];
}
