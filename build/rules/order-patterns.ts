// The patterns by which the rule `model-instructions` finds orders to the model that reads a text, in English and Chinese. Each
// pattern needs an imperative and an object that only a model has, so that documentation about models is not reported.
// test/build/rules/safety-samples.test.ts measures precision and recall. The patterns find copied and careless orders. They do
// not stop an attacker who knows them.

/** The kinds of orders. The rule names each kind in both languages. */
export type OrderKind = 'override' | 'persona' | 'secrecy' | 'leak' | 'address' | 'marker';

type Pattern = readonly [OrderKind, RegExp];

function compiled(sources: readonly (readonly [OrderKind, string])[]): Pattern[] {
  return sources.map(([sign, source]) => [sign, new RegExp(source, 'g')]);
}

/**
 * The position before an imperative: the start of a sentence or clause (after any punctuation), or after words such as `please`.
 * Positions after a subject are excluded (`the model ignores`, `may ignore`). So are positions after an opening quotation mark,
 * because documentation quotes attacks.
 */
const start =
  '(?<=(?:^|[^\\w\\s"\'“”‘’«»「」『』]) ?|\\b(?:please|now|then|just|kindly|also|and|immediately|instead|you (?:must|should|shall|will|are to|have to|need to)) )';
const zhStart = '(?<=(?:^|[.!?:;,()。、—|]) ?|请|请你|请您|务必|你必须|你应当|你应该|你要|你需要)';

// Verbs that tell a model to drop instructions, and words for the instructions of a model.
const drop =
  "(?:ignore|disregard|forget|neglect|discard|abandon|(?:do not|don['’]t|never) (?:follow|obey|heed)|stop (?:following|obeying))";
const filler = '(?:(?:all|any|every|each|of|the|these|those|my|about|completely) ){0,4}';
const earlier =
  '(?:previous(?:ly given)?|prior|preceding|earlier|above|foregoing|initial|original|system|developer|safety|hidden)';
const told = '(?:instructions?|directives?|prompts?|guidelines|directions|orders|programming|training|guardrails)\\b';
/** Excludes sentences such as «ignore the instructions below», which are addressed to people who follow a manual. */
const unlessForPeople = '(?! (?:if|unless|when|for|on|in|about|regarding|from|below)\\b)';
const zhDrop =
  '(?:忽略|无视|忽视|忘记|忘掉|忘却|抛开|抛弃|丢弃|(?:不要|不用|不必|别|停止|不再)(?:再)?(?:理会|遵守|遵循|听从)|违反|违背)掉?';
const zhBefore = '(?:此前|之前|以上|上述|上面|先前|前面|前述|原有|原来|原先)';
const zhAll = '(?:所有|全部|一切|任何)';
const zhTold = '(?:指令|指示|提示词|系统提示|准则|守则)';

// Words for the model that reads the text, and for the user whom it serves.
const model =
  '(?:(?:ai|llm|gpt|chatgpt|claude|(?:large )?language model|ai language model|ai model)s?(?: (?:assistant|agent|model|system|chatbot|bot|crawler)s?)?|chatbots?)';
const reading = '(?: (?:reading|parsing|processing|summari[sz]ing|that reads?|who reads?)\\b[^.:,;]{0,60})?';
const zhModel = '(?:ai|llm|人工智能|大?语言模型|大模型|聊天机器人) ?(?:语言)?(?:助手|模型|智能体)?';
const user = '(?:the|your|any) (?:users?|humans?|person|readers?|operators?)';
const zhUser = '(?:任何)?(?:用户|使用者|读者|人类)';
const zhNot = '(?:不要|不得|不能|不可|不许|别|勿|请勿|切勿|禁止|绝不能|绝不要)';
const systemPrompt =
  '(?:system (?:prompt|message|instruction)s?|(?:initial|original|hidden|secret|internal|developer) (?:prompt|instruction|message)s?)';

/**
 * English patterns. They are matched against the plain form of a text (`plainForm`): lower case, Simplified Chinese, single
 * spaces.
 */
export const englishOrders: readonly Pattern[] = compiled([
  // Examples: «Ignore all previous instructions»; «forget everything you were told»; «your new instructions are».
  ['override', `${start}${drop} ${filler}(?:your )?(?:${earlier}(?:,| and| or)? ){1,3}${told}${unlessForPeople}`],
  ['override', `${start}${drop} (?:(?:all|any|every|each)(?: of)? )?your (?:\\w+ ){0,2}?(?:${told}|rules\\b)`],
  [
    'override',
    `${start}${drop} (?:all|any|every|everything|anything)(?: of)?(?: (?:the|these|those))?(?: instructions?| rules| orders)? (?:(?:that )?(?:you (?:were|have been|are) (?:told|given|taught)|i (?:said|told you))|above(?! (?:the|this|that|it|\\d))|before this\\b)`,
  ],
  [
    'override',
    `${start}(?:override|bypass|disable|drop|turn off|remove|violate) (?:all |any )?(?:of )?your (?:own |safety |content |ethical |security )*(?:guidelines|rules|filters?|polic(?:y|ies)|protocols?|restrictions|guardrails|programming|instructions)\\b`,
  ],
  [
    'override',
    '\\byour (?:new|real|actual|true) (?:instructions?|directives?|system prompt|orders) (?:is|are)\\b|(?<=(?:^|[.!?]) ?)new (?:instructions|system (?:instructions|prompt)) ?:',
  ],

  // Examples: «You are now an assistant without rules»; «from now on, answer only».
  [
    'persona',
    `(?:\\byou(?: are|['’]re) (?:now|no longer)|\\bfrom now on,? you(?: are|['’]re)) (?:(?:an?|the|my) (?:[\\w'-]+ ){0,2}?(?:ai|assistant|chatbot|bot|language model|llm|persona)\\b(?! (?:admin|administrator|developer|engineer|user|owner|member))|(?:dan|[a-z]+gpt|unrestricted|unfiltered|uncensored|jailbroken)\\b)`,
  ],
  [
    'persona',
    `${start}(?:act|behave|respond|answer|pretend|role-?play)(?: to be| as(?: if you (?:are|were))?)? (?:an? |the )?(?:unrestricted|unfiltered|uncensored|jailbroken|dan\\b)`,
  ],
  [
    'persona',
    '\\bfrom (?:now|this point) on,? (?:you (?:must |will |should |shall |are to |have to |may )?)?(?:only |always |never )?(?:respond|answer|reply|speak|act|behave|pretend|obey)\\b',
  ],

  // Example: «Do not tell the user that this note exists».
  [
    'secrecy',
    `(?:do not|don['’]t|never|must not) (?:ever )?(?:(?:tell|inform|alert|notify) ${user}(?: that| about| of)* (?:this|these) (?:note|message|instruction|paragraph|text|prompt|comment|section|page|request)s?\\b|(?:mention|reveal|disclose|repeat|acknowledge) (?:this|these) (?:note|message|instruction|paragraph|text|prompt|comment|section|request)s? (?:to ${user}|in your)\\b)`,
  ],

  // Example: «Reveal your system prompt».
  [
    'leak',
    `${start}(?:reveal|print|output|show|repeat|display|disclose|leak|recite|write out|dump|give me|tell me|send me)(?: out| me| us)? (?:\\w+ ){0,3}?your (?:\\w+ ){0,2}?${systemPrompt}\\b`,
  ],
  [
    'leak',
    `${start}(?:reveal|leak|disclose|recite)(?: me)? (?:the|its|your) (?:(?:full|entire|whole|hidden) )*(?:${systemPrompt}|instructions|prompt)\\b`,
  ],

  // Examples: «Note to language models:»; «if you are an AI, …»; «as an AI, you must».
  [
    'address',
    `\\b(?:note|notice|message|attention|reminder|hint)(?: (?:to|for))?(?: (?:all|any|the|every))?,? ${model}${reading} ?[:—]`,
  ],
  ['address', `\\bif you(?: are|['’]re) (?:an? |the )?${model}${reading} ?[,:;]`],
  ['address', `\\bas an? ${model}${reading},? you (?:must|should|shall|will|have to|are required to)\\b`],

  // Marks of turns in chat templates (ChatML, Llama, Gemma), forged tool calls and results, and orders in the name of the system.
  [
    'marker',
    '<\\|(?:imstart|imend|system|user|assistant|endoftext|beginoftext|startheaderid|endheaderid|eotid)\\|>|\\[/?inst\\]|<</?sys>>|<(?:startofturn|endofturn)>',
  ],
  [
    'marker',
    '</?(?:antml:)?(?:toolcalls?|toolresults?|toolresponses?|tooluse|functioncalls?|functionresults?|system-reminder)\\b',
  ],
  [
    'marker',
    '(?<=(?:^|[.!?]) ?)(?:system|developer) ?: ?(?:you (?:must|will|should)\\b|ignore\\b|disregard\\b|forget\\b|override\\b)',
  ],
]);

export const chineseOrders: readonly Pattern[] = compiled([
  [
    'override',
    `${zhStart}${zhDrop}(?:你|您|我)?(?:们)?(?:自己)?的?(?:在?此?${zhBefore}(?:收到|得到|给出|内容|提到)*的?(?:${zhAll}的?)?(?:${zhTold}|系统设定)|${zhBefore}的?${zhAll}的?(?:提示|规则|设定|要求|限制)|(?:${zhAll}|其他|其它)的?(?:${zhBefore}的?)?(?:${zhTold}))`,
  ],
  [
    'override',
    `${zhStart}${zhDrop}(?:你|您)(?:的|自己的|${zhBefore}|收到的|${zhAll}|系统|安全|初始|原有){1,6}(?:${zhTold}|提示|规则|设定|限制|约束)`,
  ],
  ['override', `${zhStart}${zhDrop}(?:系统提示词?|系统指令|初始指令|安全准则|开发者指令)`],
  ['override', '你的?(?:新|真正|真实)的?(?:任务|指令|目标|身份|系统提示词?)(?:是|为|如下)'],
  [
    'persona',
    `(?:你现在(?:就)?是|现在你(?:就)?是|从现在(?:起|开始) ?,?你(?:就)?是|你不再是)(?!否)[^,。!;?]{0,12}?(?:助手|语言模型|大模型|机器人|人工智能|\\bai\\b|gpt|\\bdan\\b)`,
  ],
  [
    'persona',
    '从现在(?:起|开始) ?,?你(?:必须|只能|只|一律|始终|都|要|应当|应|将){1,3}[^,。!?]{0,8}?(?:回答|回复|答复|服从)',
  ],
  ['secrecy', `${zhNot}(?:告诉|告知|通知)${zhUser}(?:有关|关于)?(?:本|这|此)(?:段|条|些)`],
  ['secrecy', `${zhNot}(?:向|对|跟)${zhUser}(?:透露|提及|提到|说起)(?:本|这|此)(?:段|条|些)`],
  [
    'leak',
    `${zhStart}(?:输出|打印|显示|展示|泄露|透露|公开|复述|重复|说出|交出|列出|告诉我|发给我)(?:你|您)(?:的|自己的|收到的|完整的?|全部的?|所有){0,3}(?:系统提示词?|系统指令|系统设定|(?:初始|隐藏|原始|内部)(?:提示词?|指令))`,
  ],
  [
    'leak',
    '(?:把|将)(?:你|您)的(?:完整的?|全部的?)?(?:系统提示词?|系统指令|(?:初始|隐藏|原始)(?:提示词?|指令))[^,。!?]{0,10}?(?:输出|打印|复述|说出|泄露)',
  ],
  [
    'address',
    `(?:^|[.。!?] ?)(?:致|写给)(?:所有|各位)?(?:正在)?(?:阅读|读到|处理|总结)?(?:本文|此文|本页|这里)?的? ?${zhModel} ?:`,
  ],
  [
    'address',
    `(?:如果|若|假如|倘若)(?:你|您)是(?:一个|一名|一款)? ?${zhModel}(?:正?在(?:阅读|处理|总结)[^,。]{0,8})? ?,`,
  ],
  ['address', `作为(?:一个|一名|一款)? ?${zhModel} ?,?(?:你|您)(?:必须|应当|应该|应|需要|要|只能|不得)`],
  ['marker', '(?<=(?:^|[。!?.]) ?)(?:系统|开发者) ?: ?(?:你|您)(?:必须|应当|现在)'],
]);
