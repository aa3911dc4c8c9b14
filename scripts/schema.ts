// `stele schema`: the front matter as JSON Schema, for editors.

import { Argument, Command } from 'commander';
import {
  type FrontMatterKind,
  frontMatterJsonSchema,
  frontMatterKinds,
} from '../build/source/front-matter-json-schema.ts';
import type { CommandIo } from './command-io.ts';

export function schemaCommand({ stdout }: CommandIo): Command {
  return new Command('schema')
    .description('print the front matter of articles or guides as JSON Schema')
    .addArgument(new Argument('[kind]', 'what the front matter is of').choices(frontMatterKinds).default('article'))
    .action((kind: FrontMatterKind) => {
      stdout.write(`${JSON.stringify(frontMatterJsonSchema(kind), null, 2)}\n`);
    });
}
