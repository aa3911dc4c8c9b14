// Every checker, one file each. What none of them knows is skipped.
import type { Checker } from '../checker.ts';
import { http } from './http.ts';
import { json, jsonc, yaml } from './notations.ts';
import { program } from './program.ts';
import { shell } from './shell.ts';
import { sql } from './sql.ts';

export const checkers: readonly Checker[] = [json, jsonc, yaml, program, shell, sql, http];
