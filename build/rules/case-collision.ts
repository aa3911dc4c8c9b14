import { show, startOfFile } from '../messages.ts';
import type { SiteRule } from './rule.ts';

export const caseCollision: SiteRule = {
  stage: 'site',
  name: 'case-collision',
  severity: 'error',
  about: {
    zh: '任何两个文件的名称都不只是大小写或 Unicode 写法不同：在 macOS 和 Windows 上它们会是同一个文件。',
    en: 'No two files differ only in case or in how Unicode writes them: on macOS and Windows they would be one file.',
  },
  check: ({ paths }) =>
    collisionsAmong(paths).map(({ path, other }) => ({
      path,
      place: startOfFile,
      found: {
        zh: `文件 ${show(path)}，它与 ${show(other)} 只有大小写或 Unicode 写法之别`,
        en: `the file ${show(path)}, which differs from ${show(other)} only in case or in how Unicode writes it`,
      },
      expected: { zh: '在任何系统上都不相同的名称', en: 'names that differ on every system' },
      advice: {
        zh: '把其中一个改名，或者合并两个文件。',
        en: 'Rename one of them, or join the two.',
      },
    })),
};

/** The paths that would be another's on a disk that folds case and normalisation, each with the first of its kind. */
export function collisionsAmong(paths: readonly string[]): { path: string; other: string }[] {
  const firsts = new Map<string, string>();
  return paths.flatMap((path) => {
    // Upper case, because it is what NTFS compares by and makes both forms of the Greek sigma equal.
    const folded = path.normalize('NFC').toUpperCase().normalize('NFC');
    const other = firsts.get(folded);
    if (other === undefined) firsts.set(folded, path);
    return other === undefined || other === path ? [] : [{ path, other }];
  });
}
