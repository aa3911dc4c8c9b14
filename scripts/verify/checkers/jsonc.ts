import type { Checker } from '../checker.ts';
export const jsonc: Checker = { languages: ['jsonc'], begin: () => ({ look: async () => ({ kind: 'checked' }) }) };
