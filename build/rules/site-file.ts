// The rule about `site.yaml`.
import { isUtf8 } from 'node:buffer';
import { type Finding, show, startOfFile } from '../messages.ts';
import { siteFileName } from '../source/entry.ts';
import { isMisnamedSiteFile, readSiteFile, siteFields } from '../source/site-file.ts';
import type { EntryRule } from './rule.ts';
import { schemaFindings } from './schema-findings.ts';

const misnamedSiteFile = (name: string): Finding => ({
  place: startOfFile,
  found: { zh: `不会被读取的文件 ${show(name)}`, en: `the file ${show(name)}, which is not read` },
  expected: { zh: `名为 ${siteFileName} 的站点文件`, en: `a site file that is called ${siteFileName}` },
  advice: { zh: `把它改名为 ${siteFileName}。`, en: `Rename it to ${siteFileName}.` },
});

export const siteFile: EntryRule = {
  stage: 'entry',
  name: 'site-file',
  severity: 'error',
  about: {
    zh: 'site.yaml 的字段都是已知的，取值也符合要求：它决定站点的名称和领域。',
    en: 'Every field of site.yaml is known and of its kind: it gives the site its name and its domains.',
  },
  check({ path, kind, bytes, size = bytes.length }) {
    if (kind === 'file' && isMisnamedSiteFile(path)) return [misnamedSiteFile(path)];
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
