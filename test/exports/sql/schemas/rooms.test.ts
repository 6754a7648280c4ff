import { test } from 'vitest';
import { rooms } from './rooms.ts';
import { expectSchema } from './schema.ts';

test.each(rooms)('rooms with members: $name', expectSchema);
