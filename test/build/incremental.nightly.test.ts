import { it } from 'vitest';
import { equalsCleanBuilds } from './incremental.ts';

it('a build with what earlier builds kept gives what a clean build gives', () => equalsCleanBuilds(300));
