// The rule about `site.yaml`.
import { isUtf8 } from 'node:buffer';
import { siteFileName } from '../source/entry.ts';
import { readSiteFile, siteFields } from '../source/site-file.ts';
import type { EntryRule } from './rule.ts';
import { schemaFindings } from './schema-findings.ts';

export const siteFile: EntryRule = {
  stage: 'entry',
  name: 'site-file',
  severity: 'error',
  about: {
    zh: 'site.yaml 的字段都是已知的，取值也符合要求：它决定站点的名称和领域。',
    en: 'Every field of site.yaml is known and of its kind: it gives the site its name and its domains.',
  },
  check({ path, kind, bytes, size = bytes.length }) {
    // The rules about files say what is wrong with one that cannot be read.
    if (path !== siteFileName || kind !== 'file' || size !== bytes.length || !isUtf8(bytes)) return [];
    const { yaml, checked } = readSiteFile({ bytes });
    if (checked === undefined) return yaml.findings;
    if (checked.success) return [];
    return schemaFindings(checked.error, {
      values: yaml,
      schema: siteFields,
      file: { zh: `${siteFileName} `, en: siteFileName },
    });
  },
};
