import type { Checker } from '../checker.ts';
export const json: Checker = { languages: ['json'], begin: () => ({ look: async () => ({ kind: 'checked' }) }) };
