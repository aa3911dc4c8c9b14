// Translates the English messages of commander about invalid command lines into Chinese.

/** Patterns of English messages and their Chinese replacements, in which `$1` is the first captured group. Other messages stay English. */
const sentences: readonly [english: RegExp, chinese: string][] = [
  [/unknown option '(.+?)'/, '没有选项 $1'],
  [/unknown command '(.+?)'/, '没有命令 $1'],
  [/missing required argument '(.+?)'/, '缺少参数 <$1>'],
  [/required option '(.+?)' not specified/, '必须写选项 $1'],
  [/option '(.+?)' argument missing/, '选项 $1 缺少它的值'],
  [/option '(.+?)' argument '(.*?)' is invalid\./, '选项 $1 的值不能是 $2。'],
  [/command-argument value '(.*?)' is invalid for argument '(.+?)'\./, '参数 <$2> 不能是 $1。'],
  [/option '(.+?)' cannot be used with option '(.+?)'/, '选项 $1 不能与 $2 一起用'],
  [
    /too many arguments(?: for '(.+?)')?\. Expected (\d+) arguments? but got (\d+)\./,
    '参数太多：最多 $2 个，写了 $3 个。',
  ],
  [/ Allowed choices are (.+)\./, '可以是 $1。'],
  [/ Give a whole number from (\d+) to (\d+)\./, '应为 $1 到 $2 的整数。'],
  [/ Give names from this list, separated by commas: (.+)\./, '可以是 $1，用逗号分隔。'],
  [/ Write two names with = between them\./, '写两个名称，中间用 = 连接。'],
  [/ Write a whole address, such as (\S+)\./, '写完整的地址，例如 $1。'],
  [/ Write a day, such as (\S+)\./, '写一个日期，例如 $1。'],
  [/\(Did you mean (?:one of )?(.+?)\?\)/, '（是不是 $1？）'],
  [/^error: /, '错误：'],
];

export const inChinese = (text: string): string =>
  sentences.reduce((said, [english, chinese]) => said.replace(english, chinese), text);
