import { test } from 'vitest';
import { pairs } from './pairs.ts';
import { expectSchema } from './schema.ts';

test.each(pairs)('messages between two people: $name', expectSchema);
