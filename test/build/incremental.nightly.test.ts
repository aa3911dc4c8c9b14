import { it } from 'vitest';
import { equalsCleanBuilds } from './incremental.ts';

it('a build with a cache equals a clean build', () => equalsCleanBuilds(300));
