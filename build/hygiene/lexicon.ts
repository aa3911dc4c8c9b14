// The words that instructions to a model are made of, by the role that they play, in English and Chinese (Simplified:
// texts are brought into that form before). One word may play several roles. Adding a word here is how the detector
// learns it; how roles make an instruction is in instruction-frames.ts.

/** Entries are separated by commas; several English words are one entry when they are written together. */
const entries = {
  // Orders to leave something aside: `cancel` is seldom said to people about rules, `cancelMildly` often.
  cancel:
    'ignore, disregard, forget, neglect, pay no attention to, do not follow, do not obey, never follow, stop following, ' +
    'stop obeying, 忽略, 忽略掉, 无视, 忽视, 忘记, 忘掉, 忘却, 抛开, 抛弃, 丢弃, 不理会, 不要理会, 不用理会, 别理会, 别管, 不要管, ' +
    '不再遵守, 停止遵守, 违反, 违背, 不要遵守, 不要遵循, 不必遵守, 别遵守, 不遵守',
  cancelMildly:
    'override, overrule, bypass, drop, skip, discard, abandon, violate, disable, turn off, switch off, deactivate, 关闭, 禁用, 关掉, 覆盖, 推翻, 绕过, 解除, 取消, 跳过, 放弃, 突破',
  // What a model was told. A `charter` is the operator's own; `instruction` and `rule` may be anybody's.
  charter:
    'system prompt, system prompts, system message, system instruction, system instructions, developer message, ' +
    'initial prompt, initial instructions, original prompt, hidden prompt, hidden instructions, secret instructions, ' +
    'safety guidelines, safety rules, safety policy, safety policies, content policy, safety instructions, content policies, ethical guidelines, safety protocol, safety protocols, safety filter, ' +
    'safety filters, safety measures, security protocols, ' +
    '系统提示, 系统提示词, 系统指令, 系统消息, 系统设定, 初始提示, 初始提示词, 初始指令, 隐藏指令, 隐藏提示, 隐藏提示词, 开发者指令, ' +
    '安全规则, 安全准则, 安全限制, 安全策略, 安全守则, 安全过滤, 安全过滤器, 安全机制, 安全模块, 道德准则, 道德约束',
  instruction:
    'instruction, instructions, directive, directives, direction, directions, prompt, prompts, guideline, guidelines, guardrail, guardrails, ' +
    'programming, you were told, you have been told, you were given, you have been given, you were taught, you learned, ' +
    '指令, 指示, 提示词, 提示语, 准则, 守则, 设定',
  rule:
    'rule, rules, order, orders, command, commands, constraint, constraints, restriction, restrictions, policy, policies, ' +
    'message, messages, context, everything above, everything before, everything written above, 提示, 规则, 规定, 要求, 命令, 限制, 约束, 对话',
  prior:
    'previous, previously, prior, preceding, above, everything above, everything before, everything written above, earlier, foregoing, former, before this, before, so far, until now, ' +
    'up to now, original, existing, other, 以上, 上述, 上面, 之前, 先前, 此前, 前面, 前述, 原有, 原来, 原先, 在此之前, 其他, 其它, 已有, 你之前, 你此前',
  all: 'all, any, every, everything, entire, each, everything above, everything before, everything written above, 所有, 全部, 一切, 任何, 全都',
  own: 'your, 你的, 您的, 你们的, 你自己的, 你之前, 你此前, 你收到的',
  untrusted:
    'tool results, tool result, results, page, pages, web page, document, documents, retrieved, data, email, emails, ' +
    'comments, untrusted, content, 结果, 网页, 页面, 文档, 资料, 数据, 检索, 邮件, 注释, 外部, 不可信, 其中, 里面',
  // The model's own saying: `show` what it knows, `tell` somebody, `answer`.
  show:
    'reveal, print, output, show, repeat, display, disclose, leak, expose, dump, recite, write out, tell me, give me, ' +
    '输出, 打印, 打印出来, 显示, 展示, 泄露, 透露, 公开, 复述, 重复, 说出, 列出, 交出, 告诉我, 发给我',
  tell: 'tell, mention, reveal, inform, disclose, notify, 告诉, 告知, 透露, 提及, 提到, 说明, 披露, 通知',
  answer: 'respond, answer, reply, speak, say, output, write, 回答, 回复, 答复, 输出, 使用, 用, 说',
  reply: 'respond, answer, reply, 回答, 回复, 答复',
  only: 'only, exclusively, solely, always, never, 只, 只能, 只用, 仅, 仅能, 一律, 始终, 总是',
  // Who: the model, the person whom it serves, this text.
  machine:
    'ai, llm, llms, ais, language model, language models, ai model, ai models, ai assistant, ai assistants, ai language model, ' +
    'chatbot, chatbots, gpt, chatgpt, claude, assistant, assistants, 人工智能, 大模型, 大语言模型, 语言模型, ' +
    '人工智能模型, 人工智能助手, 助手, 机器人, 聊天机器人',
  model: 'model, models, agent, agents, bot, ai agent, ai agents, dan, 模型, 智能体, 代理',
  mode: 'developer mode, debug mode, god mode, admin mode, dan mode, jailbreak mode, 开发者模式, 管理员模式, 调试模式, 上帝模式, 越狱模式',
  maker:
    'developer, developers, builder, author, vendor, engineer, researcher, provider, user, users, team, company, client, ' +
    '开发者, 开发人员, 工程师, 作者, 厂商, 研究者, 用户, 使用者, 提供商, 团队, 公司, 新手',
  user: 'the user, the human, the person you are talking to, 用户, 使用者',
  users: 'users, anyone, anybody, the reader, readers, people, 任何人, 读者, 别人, 他人',
  selfReference:
    'this note, this paragraph, this text, this message, this instruction, these instructions, this section, this line, ' +
    'this comment, this request, this prompt, where it came from, 本段, 这段话, 这段文字, 这段内容, 本段内容, 本段文字, 此段, 本条, ' +
    '这条指令, 这些指令, 本指令, 本消息, 这条消息, 此消息, 这个提示, 这条提示',
  you: 'you, 你, 您, 你们',
  youAreNow:
    "you are now, you're now, you will now be, you are no longer, from now on you are, 你现在是, 现在你是, 你现在就是, 你现在变成, 从现在起你是, 从现在开始你是, 你不再是",
  youAre: "you are, you're, 你是, 您是, 你是一个, 您是一个",
  ifYouAre:
    "if you are, if you're, in case you are, 如果你是, 若你是, 假如你是, 如果您是, 倘若你是, 如你是, 如果你是一个, 如果您是一个",
  as: 'as a, as an, as the, 作为, 作为一个, 作为一名, 身为',
  actAs:
    'act as, pretend to be, pretend you are, roleplay as, role play as, behave as, 扮演, 假装你是, 假装自己是, 假装成为, 充当',
  attention:
    'note to, note for, message to, message for, attention, dear, hey, hint for, notice to, 致, 致阅读本文的, 写给, 请注意, 注意, 提醒',
  unrestricted:
    'unrestricted, unfiltered, uncensored, jailbroken, no restrictions, without restrictions, without any restrictions, no rules, ' +
    'without rules, without limits, do anything now, no ethical guidelines, 没有任何限制, 没有限制, 不受限制, 不受任何限制, 无限制, 不受约束, 不受任何约束',
  fromNowOn:
    'from now on, from this point on, from this moment on, going forward, henceforth, 从现在起, 从现在开始, 从此刻起, 从此以后, 自此以后, 今后',
  newOrders:
    'your new instructions are, your new instruction is, your new task is, your new role is, your new goal is, your real task is, ' +
    'your new objective is, your actual task is, new instructions, your real instructions are, this is your new system prompt, your new system prompt is, ' +
    'system override, admin override, security override, 你的新任务是, 你的新指令是, 你的新角色是, 你的真正任务是, 你的新目标是, 你真正的任务是',
  // Deeds: using tools and sending things away.
  use: 'call, use, invoke, run, execute, trigger, 调用, 使用, 运行, 执行, 触发',
  tool: 'tool, tools, function, shell, plugin, 工具, 函数, 插件, 终端',
  waiver:
    'without asking, without confirmation, without approval, without permission, without telling, silently, secretly, quietly, ' +
    'do not ask, never ask, 不要询问, 无需询问, 不必询问, 不用询问, 不询问, 无需征求, 不要征求, 不必征求, 无需确认, 不要确认, 不需要确认, ' +
    '不经确认, 无需用户同意, 不要问, 悄悄, 偷偷, 静默',
  send: 'send, post, upload, forward, transmit, exfiltrate, submit, append, 发送, 发送到, 发到, 上传, 上传到, 提交到, 转发, 转发到, 传到',
  private:
    "conversation, chat history, chat log, conversation history, environment variables, the user's, user's, credentials, secrets, " +
    'memory, private keys, 对话, 对话内容, 对话记录, 聊天记录, 聊天内容, 环境变量, 用户的, 用户数据, 私钥, 凭据, 机密',
  // What models are pleaded with to do.
  plea: 'recommend, approve, praise, stop, obey, comply, rate, endorse, promote, prefer, favour, favor, 推荐, 批准, 夸奖, 称赞, 停止, 服从, 优先推荐, 好评',
  verb:
    'say, write, run, read, use, stop, print, translate, add, open, visit, click, tell, give, make, take, set, put, create, delete, ' +
    'remove, install, download, include, summarize, summarise, continue, begin, start, end, follow, treat, decode, encode, check, ' +
    'copy, serve, do, keep, always, decide, return, mark, ' +
    '写, 读, 读取, 运行, 打开, 访问, 点击, 告诉, 给出, 删除, 安装, 下载, 总结, 翻译, 继续, 开始, 执行, 遵守, 视为, 解码, 检查, 复制',
  // The mood of a clause.
  please: 'please, kindly, 请, 请你, 请您, 麻烦, 恳请',
  adverb:
    'now, then, so, also, just, simply, immediately, instead, therefore, first, next, finally, always, and, or, but, either, here, ' +
    'important, urgent, 现在, 然后, 直接, 立即, 立刻, 马上, 也, 并, 并且, 且, 再, 先, 转而, 始终, 一律, 都, 就, 务必, 一定要, 必须, 应当, 应该, 应, 要, 须, 需要',
  must: 'must, should, shall, will, have to, need to, are required to, 必须, 应当, 应该, 只能, 需要, 务必, 得, 要',
  negation:
    "do not, don't, never, must not, should not, 不要, 别, 勿, 请勿, 不得, 不准, 禁止, 切勿, 绝不, 绝不能, 不许, 不可, 千万不要",
  toWhom: 'to, the, about, of, anything, 向, 对, 给, 跟',
  take: '把, 将',
  interrogative: 'whether, which, why, how, password, passwords, 是否, 为什么, 密钥, 密码, 哪个, 哪些, 如何',
  relation: 'to, with, by, able, ready, connected, using, 能, 能够, 可以, 与, 被, 连接',
  // What tells that a text speaks about instructions instead of giving them.
  mention:
    'attacker, attackers, attack, attacks, prompt injection, injection, injections, jailbreak, jailbreaks, malicious, payload, ' +
    'payloads, such as, for example, for instance, phrase, phrases, sentence, says, said, reads, asks, called, ' +
    '攻击者, 攻击, 提示词注入, 提示注入, 注入, 越狱, 恶意, 载荷, 例如, 比如, 诸如, 写着, 这类, 之类, 之类的, 类似, 所谓, 句子',
} as const;

export type Role = keyof typeof entries;

/** A word, or several joined by one space, and its roles. */
export const rolesOf: ReadonlyMap<string, ReadonlySet<Role>> = collect();

/** The longest entry, in words for English and in characters for Chinese; nothing longer is looked up. */
export const entryWordsMax = 7;
export const entryHanMax = 10;

/** What entries of several words or characters begin with: nothing longer is looked up behind anything else. */
export const longEntryStarts: ReadonlySet<string> = new Set(
  [...rolesOf.keys()].flatMap((entry) => {
    if (entry.includes(' ')) return entry.split(' ', 1);
    return /^\p{Script=Han}./u.test(entry) ? [entry.charAt(0)] : [];
  }),
);

function collect(): Map<string, Set<Role>> {
  const map = new Map<string, Set<Role>>();
  for (const [role, words] of Object.entries(entries)) {
    if (!isRole(role)) continue;
    for (const word of words.split(', ')) {
      const roles = map.get(word) ?? new Set<Role>();
      map.set(word, roles.add(role));
    }
  }
  return map;
}

function isRole(name: string): name is Role {
  return name in entries;
}
