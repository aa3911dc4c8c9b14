import type { Checker } from '../checker.ts';
export const yaml: Checker = { languages: ['yaml'], begin: () => ({ look: async () => ({ kind: 'checked' }) }) };
