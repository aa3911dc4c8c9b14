import type { Checker } from '../checker.ts';
export const sql: Checker = { languages: ['sql'], begin: () => ({ look: async () => ({ kind: 'checked' }) }) };
