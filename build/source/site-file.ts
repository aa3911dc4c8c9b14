// Reads `site.yaml` at the top of the content folder, which holds the site settings. The file and all its fields are optional.
import { z } from 'zod';
import { defaultSite, domainPattern, domainsMax, type SiteSettings, siteSettings } from '../edition/site-settings.ts';
import type { Bilingual } from '../edition/vocabulary.ts';
import { placesIn } from '../messages.ts';
import { decoded, guidesFolder, type SourceEntry, siteFileName } from './entry.ts';
import { bilingual, line, paragraphOf } from './front-matter-schema.ts';
import { readYaml, type YamlReading } from './yaml.ts';

/** Ids that a domain cannot have: `guides` is the folder of the guides, and `docs` names their part of the index for agents. */
const reservedIds = [guidesFolder, 'docs'];

// Refuses invisible characters too, because names occur in headings and in texts that agents read.
const visible = <Text extends z.ZodType<string>>(text: Text, said: Bilingual) =>
  text
    .refine((value) => !/\p{Cf}/u.test(value))
    .describe(said.en)
    .meta({ zh: said.zh });
const nameOf = (max: number) =>
  visible(line(max, ''), { zh: `单行名称，1–${max} 个字符`, en: `a name of 1–${max} characters on one line` });
const sentence = visible(paragraphOf(300), {
  zh: '一段文字，1–300 个字符',
  en: 'one paragraph of 1–300 characters',
});
const bothLanguages = <Text extends z.ZodType>(text: Text) =>
  bilingual(text).describe('both languages: { zh, en }').meta({ zh: '两种语言 { zh, en }' });

const domain = z
  .strictObject({
    id: z
      .string()
      .regex(domainPattern)
      .refine((id) => !reservedIds.includes(id))
      .describe(
        `an id that no other domain has: a–z, then a–z, 0–9 and _, at most 32 characters, and not ${reservedIds.join(' or ')}`,
      )
      .meta({
        zh: `不与其他领域重复的 id：以 a–z 开头，由 a–z、0–9 和 _ 组成，至多 32 个字符，不能是 ${reservedIds.join(' 或 ')}`,
      }),
    name: bothLanguages(nameOf(60)),
    description: bothLanguages(sentence),
  })
  .describe('a domain { id, name, description }')
  .meta({ zh: '一个领域 { id, name, description }' });

/**
 * Reports domain ids that occur twice. It also runs on a list with other faults, so that one compile reports all of them.
 * Therefore an entry may be any value.
 */
function refuseRepeatedIds(domains: readonly unknown[], context: z.core.$RefinementCtx): void {
  const idOf = (one: unknown): unknown => Object(one).id;
  domains.forEach((one, index) => {
    if (idOf(one) !== undefined && domains.findIndex((other) => idOf(other) === idOf(one)) < index)
      context.addIssue({ code: 'custom', path: [index, 'id'] });
  });
}

const hostName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;
const sourcesMax = 200;

export const siteFields = z.strictObject({
  name: bothLanguages(nameOf(60)).optional(),
  tagline: bothLanguages(sentence).optional(),
  domains: z
    .array(domain)
    .min(1)
    .max(domainsMax)
    .superRefine(refuseRepeatedIds, { when: ({ value }) => Array.isArray(value) })
    .describe(`a list of 1–${domainsMax} domains { id, name, description }`)
    .meta({ zh: `由 1–${domainsMax} 个领域 { id, name, description } 组成的列表` })
    .optional(),
  author: nameOf(200).optional(),
  license: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9.+ ()-]{0,99}$/)
    .describe('an SPDX license expression, such as CC-BY-4.0')
    .meta({ zh: '许可证的 SPDX 表达式，例如 CC-BY-4.0' })
    .optional(),
  sources: z
    .array(
      z
        .string()
        .regex(hostName)
        .max(253)
        .describe('the name of a host in lower case, such as www.rfc-editor.org')
        .meta({ zh: '小写的主机名，例如 www.rfc-editor.org' }),
    )
    .max(sourcesMax)
    .describe(`a list of 0–${sourcesMax} hosts`)
    .meta({ zh: `由 0–${sourcesMax} 个主机名组成的列表` })
    .optional(),
  guides: z.boolean().describe('true or false').meta({ zh: '布尔值 true 或 false' }).optional(),
});
type SiteFields = z.infer<typeof siteFields>;

export interface SiteFile {
  yaml: YamlReading;
  /** Undefined when the file is not valid YAML. */
  checked: z.ZodSafeParseResult<SiteFields> | undefined;
}

const notFields = {
  subject: { zh: '站点文件', en: 'a site file' },
  advice: { zh: '写出各个字段；不需要时删除这个文件。', en: 'Write the fields, or remove the file.' },
};

export function readSiteFile({ bytes }: Pick<SourceEntry, 'bytes'>): SiteFile {
  const text = decoded(bytes);
  const yaml = readYaml(text, placesIn(text), notFields);
  return { yaml, checked: yaml.values === null ? undefined : siteFields.safeParse(yaml.values) };
}

/** Whether a path is a misnamed site file, such as `site.yml`. */
export const isMisnamedSiteFile = (path: string): boolean => path !== siteFileName && /^site\.ya?ml$/i.test(path);

/**
 * The fields of the site file. Undefined when the folder has no site file. `broken` when the file has errors or a wrong name, which
 * rules report.
 */
export function siteFieldsIn(entries: readonly SourceEntry[]): SiteFields | 'broken' | undefined {
  const entry = entries.find(({ path }) => path === siteFileName);
  if (entry === undefined) return entries.some(({ path }) => isMisnamedSiteFile(path)) ? 'broken' : undefined;
  const { checked } = readSiteFile(entry);
  return entry.kind === 'file' && checked?.success === true ? checked.data : 'broken';
}

/** The site settings of a content folder. Undefined when the site file has errors. */
export function siteSettingsIn(entries: readonly SourceEntry[]): SiteSettings | undefined {
  const fields = siteFieldsIn(entries);
  if (fields === undefined) return defaultSite;
  if (fields === 'broken') return undefined;
  const { guides: _, ...given } = fields;
  const { name, tagline, domains } = defaultSite;
  return siteSettings.parse({ name, tagline, domains, ...given });
}
