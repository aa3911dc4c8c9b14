// The site settings: name, domains and the other fields of `content/site.yaml`. An edition holds them as `site.json`. Without
// `content/site.yaml`, `defaultSite` applies.
import { z } from 'zod';

export const domainPattern = /^[a-z][a-z0-9_]{0,31}$/;
const inBoth = z.strictObject({ zh: z.string(), en: z.string() });

/** A subject area of articles. Its id is the folder of its articles, and the value of the parameter `domain`. */
const domain = z.strictObject({ id: z.string().regex(domainPattern), name: inBoth, description: inBoth });
export type Domain = z.infer<typeof domain>;

export const domainsMax = 64;

export const siteSettings = z.strictObject({
  name: inBoth,
  tagline: inBoth,
  /** In listing order. */
  domains: z.array(domain).min(1).max(domainsMax),
  /** The name of the author or organisation that is responsible for the site. */
  author: z.string().optional(),
  /** The license of the articles as an SPDX expression. */
  license: z.string().optional(),
  /** Hosts of primary sources, such as `www.rfc-editor.org`. */
  sources: z.array(z.string()).default([]),
});
export type SiteSettings = z.infer<typeof siteSettings>;

export const domainIds = ({ domains }: Pick<SiteSettings, 'domains'>): string[] => domains.map(({ id }) => id);

/**
 * The settings of a site without `content/site.yaml`: the name «Stele» and the domains of the HTTP specification, section 2.4, in
 * its order.
 */
export const defaultSite: SiteSettings = {
  name: { zh: 'Stele 知识库', en: 'Stele' },
  tagline: {
    zh: '智能体可以查询的双语知识库：每个答案都说明可信到什么程度。',
    en: 'Bilingual knowledge for software agents; every answer says how far to trust it.',
  },
  license: 'MIT',
  sources: [
    ...['modelcontextprotocol.io', 'agentskills.io', 'platform.claude.com', 'code.claude.com', 'developers.openai.com'],
    ...[
      'platform.openai.com',
      'ai.google.dev',
      'www.rfc-editor.org',
      'datatracker.ietf.org',
      'www.iana.org',
      'www.w3.org',
    ],
    ...['fetch.spec.whatwg.org', 'html.spec.whatwg.org', 'encoding.spec.whatwg.org', 'url.spec.whatwg.org'],
    ...[
      'www.unicode.org',
      'www.jsonrpc.org',
      'json-schema.org',
      'semver.org',
      'spec.openapis.org',
      'pubs.opengroup.org',
    ],
    ...[
      'developer.mozilla.org',
      'nodejs.org',
      'docs.npmjs.com',
      'www.postgresql.org',
      'docs.github.com',
      'cli.github.com',
    ],
    ...[
      'git-scm.com',
      'man7.org',
      'docs.kernel.org',
      'www.gnu.org',
      'curl.se',
      'nginx.org',
      'learn.microsoft.com',
      'arxiv.org',
    ],
  ],
  domains: [
    {
      id: 'agent',
      name: { zh: '智能体', en: 'Agents' },
      description: {
        zh: '智能体怎样规划、记忆、分工、调用工具，以及怎样约束和评估它们。',
        en: 'How agents plan, remember, share work and call tools, and how to bound and judge them.',
      },
    },
    {
      id: 'mcp',
      name: { zh: '模型上下文协议', en: 'Model Context Protocol' },
      description: {
        zh: '模型上下文协议：消息、会话、工具、资源和提示，以及客户端与服务器怎样实现。',
        en: 'The Model Context Protocol: its messages, sessions, tools, resources and prompts, and how clients and servers implement it.',
      },
    },
    {
      id: 'skill',
      name: { zh: '技能', en: 'Skills' },
      description: {
        zh: '技能怎样写、怎样打包、何时加载，怎样检验它们是否有用。',
        en: 'How skills are written, packaged and loaded, and how to tell whether they help.',
      },
    },
    {
      id: 'foundation',
      name: { zh: '基础知识', en: 'Foundations' },
      description: {
        zh: '其他文章都要用到的基础：HTTP、JSON、编码、词元、限流和检索。',
        en: 'What the articles of the other domains build on: HTTP, JSON, encodings, tokens, rate limits and retrieval.',
      },
    },
    {
      id: 'transport',
      name: { zh: '传输层', en: 'Transports' },
      description: {
        zh: '消息怎样到达：标准输入输出、HTTP、流、超时、重试和断线之后的恢复。',
        en: 'How messages travel: standard streams, HTTP, streaming, timeouts, retries and recovery after a break.',
      },
    },
    {
      id: 'tools_filesystem',
      name: { zh: '工具：文件系统', en: 'Tools: file system' },
      description: {
        zh: '通过工具读写文件：路径、权限、原子写入，以及大文件和编码。',
        en: 'Reading and writing files through tools: paths, permissions, atomic writes, large files and encodings.',
      },
    },
    {
      id: 'tools_postgres',
      name: { zh: '工具：PostgreSQL', en: 'Tools: PostgreSQL' },
      description: {
        zh: '通过工具使用 PostgreSQL：查询、事务、锁、索引和权限。',
        en: 'Using PostgreSQL through tools: queries, transactions, locks, indexes and permissions.',
      },
    },
    {
      id: 'tools_github',
      name: { zh: '工具：GitHub', en: 'Tools: GitHub' },
      description: {
        zh: '通过工具使用 GitHub：议题、拉取请求、令牌、限额和工作流。',
        en: 'Using GitHub through tools: issues, pull requests, tokens, limits and workflows.',
      },
    },
    {
      id: 'error_codes',
      name: { zh: '错误码', en: 'Error codes' },
      description: {
        zh: '常见的错误码：它说明什么、为什么出现、怎样处理。',
        en: 'Common error codes: what they mean, why they appear and what to do.',
      },
    },
    {
      id: 'scenarios',
      name: { zh: '场景', en: 'Scenarios' },
      description: {
        zh: '从头到尾的实际任务，把前面的知识合在一起用。',
        en: 'Whole tasks from beginning to end, which combine what the other domains explain.',
      },
    },
  ],
};
