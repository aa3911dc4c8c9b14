// `stele schema`: the front matter as JSON Schema, for editors that complete and check YAML. It is generated from the zod schemas,
// the only definition of the fields. It accepts the same front matter as the compiler, except that surrounding white space counts
// towards the length of a text. Some constraints have no JSON Schema form (that a day exists, the order of dates, other files);
// `check` covers them.
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

/** In draft 7, which the YAML support of every common editor reads. */
export function frontMatterJsonSchema(kind: FrontMatterKind): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(fields[kind], {
    target: 'draft-7',
    // The input type: before defaults are filled in and texts are trimmed.
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      delete jsonSchema.zh;
      const expectation = zodSchema instanceof z.ZodType ? expectationOf(zodSchema) : undefined;
      if (expectation !== undefined) jsonSchema.description = inBothLanguages(expectation);
    },
  });
  return { $schema, title: inBothLanguages(titles[kind]), ...schema };
}

/** Editors show one description, in any author's language. */
const inBothLanguages = ({ zh, en }: Bilingual): string => `${en} / ${zh}`;
