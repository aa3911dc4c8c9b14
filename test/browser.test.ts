// The browser of the tests: what goes wrong in it fails a test that did not look for it.
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

it.for([
  ['a request to elsewhere', "location.href = 'http://elsewhere.example/'", /a request to http:\/\/elsewhere\.example/],
  ['a breach of the policy', "document.body.setAttribute('style', 'color: red')", /Content Security Policy/],
  ['an error of a script', "setTimeout(() => { throw new Error('boiling over') })", /an error: boiling over/],
  ['a message on the console', "console.error('the kettle is on')", /the kettle is on/],
] as const)('%s fails a visit', async ([, script, fault], context) => {
  const browser = await shared.of(context);
  const { origin } = contract.server;
  const visited = visit(browser, { origin }, async (page) => {
    await page.goto('/en/docs');
    await page.evaluate(script);
    // A page that is gone, or a console that was told, is known after one more question and answer.
    await page.waitForLoadState();
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))').catch(() => undefined);
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
