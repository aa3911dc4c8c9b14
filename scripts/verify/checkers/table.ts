// Every checker, one file each. What none of them knows is skipped.
import type { Checker } from '../checker.ts';
import { http } from './http.ts';
import { json } from './json.ts';
import { jsonc } from './jsonc.ts';
import { program } from './program.ts';
import { shell } from './shell.ts';
import { sql } from './sql.ts';
import { yaml } from './yaml.ts';

export const checkers: readonly Checker[] = [json, jsonc, yaml, program, shell, sql, http];
