import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Apps } from '../app/apps.ts';
import { checkImage, provideEmptyImage } from '../storage/image.ts';
import { makeSecretFolder } from '../storage/private-file.ts';
import { SandboxError } from '../wire/api-error.ts';

const NAME = /^[A-Za-z0-9][\w.-]{0,63}$/;
const MAIN = 'main.sqlite';
/** An app id has no dot. */
const imageName = (appId: string | undefined): string => (appId === undefined ? MAIN : `app-${appId}.sqlite`);

/** The kept states of all apps: a folder for each, with a file for each app. */
export class Snapshots {
  readonly #apps: Apps;
  readonly #folder: string;
  #made = 0;

  /** `folder` is created when it is needed, private to its owner. */
  constructor(apps: Apps, folder: string) {
    this.#apps = apps;
    this.#folder = folder;
  }

  list(): readonly string[] {
    if (!existsSync(this.#folder)) return [];
    return readdirSync(this.#folder)
      .filter((name) => existsSync(join(this.#folder, name, MAIN)))
      .sort();
  }

  has(name: string): boolean {
    return existsSync(join(this.#folder, name, MAIN));
  }

  /** Keeps the present state under a name, in place of the one that had it. */
  save(name = this.#freeName()): string {
    checkName(name);
    const [draft, place] = [join(this.#folder, `.${process.pid}.new`), join(this.#folder, name)];
    makeSecretFolder(this.#folder);
    rmSync(draft, { recursive: true, force: true });
    makeSecretFolder(draft);
    for (const [appId, app] of this.#apps.all()) app.db.saveTo(join(draft, imageName(appId)));
    rmSync(place, { recursive: true, force: true });
    renameSync(draft, place);
    return name;
  }

  #freeName(): string {
    do this.#made += 1;
    while (this.has(`snapshot-${this.#made}`));
    return `snapshot-${this.#made}`;
  }

  /** Brings a kept state back. Nothing changes if a part of it is missing or of another version. */
  restore(name: string): void {
    checkName(name);
    if (!this.has(name)) {
      const [names] = [this.list().join(', ')];
      throw new SandboxError(
        'SNAPSHOT_UNKNOWN',
        `there is no snapshot ${name}: ${names === '' ? 'make it first' : `there are ${names}`}`,
      );
    }
    const place = join(this.#folder, name);
    for (const file of readdirSync(place)) checkImage(join(place, file));
    this.#apps.restore((appId) => join(place, imageName(appId)));
  }

  remove(name: string): void {
    checkName(name);
    rmSync(join(this.#folder, name), { recursive: true, force: true });
  }

  /** Empties all apps, and removes those that are not `wanted`. */
  empty(wanted: readonly string[]): void {
    makeSecretFolder(this.#folder);
    const image = join(this.#folder, '.empty.sqlite');
    provideEmptyImage(image);
    this.#apps.restore(() => image, wanted);
  }
}

function checkName(name: string): void {
  if (NAME.test(name)) return;
  throw new SandboxError(
    'OPTION_INVALID',
    `snapshot "${name}": expected letters, digits, ".", "_" and "-", up to 64, beginning with a letter or digit`,
  );
}
