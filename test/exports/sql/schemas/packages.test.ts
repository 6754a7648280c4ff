import { test } from 'vitest';
import { packages } from './packages.ts';
import { expectSchema } from './schema.ts';

test.each(packages)('a package: $name', expectSchema);
