// What each domain is about, in a line for readers.
import type { Domain } from '../edition/vocabulary.ts';
import type { InBoth } from '../source/article.ts';

export const domainLines: { readonly [Name in Domain]: InBoth<string> } = {
  agent: {
    zh: '智能体怎样规划、记忆、分工、调用工具，以及怎样约束和评估它们。',
    en: 'How agents plan, remember, share work and call tools, and how to bound and judge them.',
  },
  mcp: {
    zh: '模型上下文协议：消息、会话、工具、资源和提示，以及客户端与服务器怎样实现。',
    en: 'The Model Context Protocol: its messages, sessions, tools, resources and prompts, and how clients and servers implement it.',
  },
  skill: {
    zh: '技能怎样写、怎样打包、何时加载，怎样检验它们是否有用。',
    en: 'How skills are written, packaged and loaded, and how to tell whether they help.',
  },
  foundation: {
    zh: '其他文章都要用到的基础：HTTP、JSON、编码、词元、限流和检索。',
    en: 'What the other articles build on: HTTP, JSON, encodings, tokens, rate limits and retrieval.',
  },
  transport: {
    zh: '消息怎样到达：标准输入输出、HTTP、流、超时、重试和断线之后的恢复。',
    en: 'How messages travel: standard streams, HTTP, streaming, timeouts, retries and recovery after a break.',
  },
  tools_filesystem: {
    zh: '通过工具读写文件：路径、权限、原子写入，以及大文件和编码。',
    en: 'Files through tools: paths, permissions, atomic writes, large files and encodings.',
  },
  tools_postgres: {
    zh: '通过工具使用 PostgreSQL：查询、事务、锁、索引和权限。',
    en: 'PostgreSQL through tools: queries, transactions, locks, indexes and permissions.',
  },
  tools_github: {
    zh: '通过工具使用 GitHub：议题、拉取请求、令牌、限额和工作流。',
    en: 'GitHub through tools: issues, pull requests, tokens, limits and workflows.',
  },
  error_codes: {
    zh: '常见的错误码：它说明什么、为什么出现、怎样处理。',
    en: 'Error codes as they are met: what they say, why they appear and what to do.',
  },
  scenarios: {
    zh: '从头到尾的实际任务，把前面的知识合在一起用。',
    en: 'Whole tasks from beginning to end, which put the rest to use.',
  },
};
