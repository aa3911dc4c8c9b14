// `stele schema`: prints a JSON Schema of the front matter, for editors that complete and check YAML. It is generated from the zod
// schemas of the compiler. In contrast to the compiler, it counts surrounding white space towards the length of a text. Only `stele
// check` covers what JSON Schema cannot express: the order of dates, days that do not exist, and references to other files.
import { Argument, Command } from 'commander';
import { z } from 'zod';
import type { Bilingual } from '../build/edition/vocabulary.ts';
import { articleFields, expectationOf, guideFields } from '../build/source/front-matter-schema.ts';
import type { CommandIo } from './command-io.ts';

export function schemaCommand({ stdout }: CommandIo): Command {
  return new Command('schema')
    .description('print the front matter of articles or guides as JSON Schema')
    .addArgument(new Argument('[kind]', 'the kind of file').choices(frontMatterKinds).default('article'))
    .action((kind: FrontMatterKind) => {
      stdout.write(`${JSON.stringify(frontMatterJsonSchema(kind), null, 2)}\n`);
    });
}

export const frontMatterKinds = ['article', 'guide'] as const;
export type FrontMatterKind = (typeof frontMatterKinds)[number];

const fields = { article: articleFields, guide: guideFields } as const;
const titles: { readonly [Kind in FrontMatterKind]: Bilingual } = {
  article: { zh: '文章的 front matter', en: 'Front matter of an article' },
  guide: { zh: '指南的 front matter', en: 'Front matter of a guide' },
};

/** The schema in draft 7, which the YAML support of every common editor can read. */
export function frontMatterJsonSchema(kind: FrontMatterKind): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(fields[kind], {
    target: 'draft-7',
    // The schema describes the input, before defaults are filled in and texts are trimmed.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      delete jsonSchema.zh;
      const expectation = zodSchema instanceof z.ZodType ? expectationOf(zodSchema) : undefined;
      if (expectation !== undefined) jsonSchema.description = inBothLanguages(expectation);
    },
  });
  return { $schema, title: inBothLanguages(titles[kind]), ...schema };
}

/** Joins the English and the Chinese description, because editors show only one, whatever the author's language. */
const inBothLanguages = ({ zh, en }: Bilingual): string => `${en} / ${zh}`;
