// Starts one Chromium for all browser tests of a run. Without Chromium the tests are skipped.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    browserEndpoint: string | undefined;
  }
}

export const noBrowser = 'there is no Chromium on this machine (apt-get install chromium, or name one in CHROMIUM)';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (executablePath === undefined) {
    project.provide('browserEndpoint', undefined);
    return undefined;
  }
  const server = await chromium.launchServer({ executablePath, args: ['--no-sandbox'] });
  project.provide('browserEndpoint', server.wsEndpoint());
  return () => server.close();
}
