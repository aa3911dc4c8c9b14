// Copies the packages of `npm ci --omit=dev` from node_modules of this checkout, as the lock file lists them, without network.
import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { repositoryRoot } from '../site.ts';

const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dev: z.boolean().default(false),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
      libc: z.array(z.string()).optional(),
    }),
  ),
});

/** The folders of the production packages for this platform, such as `node_modules/zod`. */
export function productionPackages(): string[] {
  const { packages } = lockFile.parse(JSON.parse(readFileSync(join(repositoryRoot, 'package-lock.json'), 'utf8')));
  const { platform, arch, report } = process;
  const libc = 'glibcVersionRuntime' in z.object({ header: z.looseObject({}) }).parse(report.getReport()).header;
  const here = { os: platform, cpu: arch, libc: libc ? 'glibc' : 'musl' };
  return Object.entries(packages)
    .filter(([path, { dev, os, cpu, libc }]) => {
      const fits = (['os', 'cpu', 'libc'] as const).every(
        (name) => ({ os, cpu, libc })[name]?.includes(here[name]) ?? true,
      );
      return path !== '' && !dev && fits;
    })
    .map(([path]) => path);
}

/** Copies the production packages into a folder. */
export async function installProduction(folder: string): Promise<void> {
  for (const path of productionPackages()) {
    const source = join(repositoryRoot, path);
    // The lock file lists nested packages separately.
    const filter = (file: string): boolean => file === source || basename(file) !== 'node_modules';
    await cp(source, join(folder, path), { recursive: true, filter });
  }
}
