// The browser of the tests: what goes wrong in it fails a test that did not look for it.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharedBrowser, visit } from './browser.ts';
import { type Contract, startContract } from './contract/contract.ts';

let contract: Contract;
const shared = sharedBrowser();
beforeAll(async () => {
  contract = await startContract();
});
afterAll(async () => {
  await shared.close();
  await contract.server.close();
});

/** Whoever listened before has heard of it by then; a request that was refused has failed. */
function waitFor(page: Page, event: 'requestfailed' | 'console' | 'weberror'): Promise<unknown> {
  const context = page.context();
  if (event === 'requestfailed') return context.waitForEvent('requestfailed');
  return event === 'console' ? context.waitForEvent('console') : context.waitForEvent('weberror');
}

it.for([
  [
    'a request to elsewhere',
    "location.href = 'http://elsewhere.example/'",
    'requestfailed',
    /a request to http:\/\/elsewhere\.example/,
  ],
  ['a breach of the policy', "document.body.setAttribute('style', 'color: red')", 'console', /Content Security Policy/],
  [
    'an error of a script',
    "setTimeout(() => { throw new Error('boiling over') })",
    'weberror',
    /an error: boiling over/,
  ],
  ['a message on the console', "console.error('the kettle is on')", 'console', /the kettle is on/],
] as const)('%s fails a visit', async ([, script, event, fault], context) => {
  const browser = await shared.of(context);
  const { origin } = contract.server;
  const visited = visit(browser, { origin }, async (page) => {
    await page.goto('/en/docs');
    await page.waitForLoadState('networkidle');
    const seen = waitFor(page, event);
    await page.evaluate(script).catch(() => undefined);
    await seen;
  });
  await expect(visited).rejects.toThrow(fault);
});

it('a page that is not there, and its message on the console, does not', async (context) => {
  const browser = await shared.of(context);
  const found = await visit(browser, { origin: contract.server.origin, language: 'zh' }, async (page) => {
    const response = await page.goto('/nowhere');
    return [response?.status(), await page.locator('html').getAttribute('lang')];
  });
  expect(found).toEqual([404, 'zh-Hans']);
});
