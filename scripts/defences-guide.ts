// `stele defences-guide`: writes the section of the operators' guide that lists every defence with its tests, from the list that
// `stele sabotage` works through, so that the two cannot differ; a test fails when it was not written again.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { type Language, languages } from '../build/edition/vocabulary.ts';
import { languageHeadings } from '../build/source/outline.ts';
import { reportingMistakes } from './content-option.ts';
import { packageRoot } from './package-root.ts';
import { defences } from './sabotage/defences.ts';

export const defencesGuideFile = join('content', 'guides', 'operators.md');

export function defencesGuideCommand(): Command {
  return new Command('defences-guide')
    .description('write the section about defences into the operators’ guide, from the list that sabotage tries')
    .action(
      reportingMistakes(async () => {
        const path = join(packageRoot, defencesGuideFile);
        await writeFile(path, withDefences(await readFile(path, 'utf8')));
      }),
    );
}

const words = {
  zh: {
    heading: '防御',
    intro:
      '每项防御都有测试看守：`npm run sabotage` 在仓库的副本里逐个拿掉防御，运行下列测试文件，并要求它们失败。测试文件的路径从仓库的根开始。',
    head: ['名称', '防御', '能看到什么', '测试文件'],
    listed: '、',
  },
  en: {
    heading: 'Defences',
    intro:
      'Each defence is guarded by tests: `npm run sabotage` takes one away at a time, in a copy of the repository, runs the test files named here, and wants them to fail. Their paths begin at the root of the repository.',
    head: ['Name', 'Defence', 'What is seen of it', 'Test files'],
    listed: ', ',
  },
} as const;

/** A guide whose two sections about defences are as the list has them. */
export function withDefences(guide: string): string {
  return languages.reduce((text, language) => {
    const half = text.indexOf(`\n# ${languageHeadings[language]}\n`);
    const start = text.indexOf(`\n## ${words[language].heading}\n`, half);
    const end = text.indexOf('\n## ', start + 1);
    if (half === -1 || start === -1 || end === -1)
      throw new Error(`${defencesGuideFile} has no section ${words[language].heading} with another one behind it`);
    return `${text.slice(0, start)}\n${sectionIn(language)}${text.slice(end)}`;
  }, guide);
}

function sectionIn(language: Language): string {
  const { heading, intro, head, listed } = words[language];
  const rows = defences.map(({ name, does, seen, tests }) => [
    `\`${name}\``,
    does[language],
    seen[language],
    tests.map((path) => `\`${path}\``).join(listed),
  ]);
  const lines = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  return [`## ${heading}`, '', intro, '', ...lines, ''].join('\n');
}
