// Splits a question into its clauses, because different articles may answer them: «zip a skill for others; where will their agent
// look for it». Pure.
import { analyse } from '../../build/edition/analysis.ts';

/** Questions are normalised to NFKC. It turns Chinese «？！，；» into ASCII punctuation, which then has no white space after it. */
const mark = /[;。]|,(?!\d)|[.:](?=\s)|[?!](?=\s|\p{Script=Han}|$)/u;
/** A pasted error message or code, whose parts are not questions: «McpError: MCP error -32001: Request timed out». */
const pasted = /(?:error|exception|fatal|warning)\b.*:\s|["`<>{[]/isu;
/** Words between clauses, which also join single words: «pigment and easel» is one clause. */
const conjunction = /\b(?:and|but|then|while)\b|以及|并且|而且|然后|同时/iu;
/** A shorter clause, such as «please» or «then», asks nothing by itself. */
const termsMin = 2;
const clausesMax = 4;

const asks = (clause: string): boolean => new Set(analyse(clause)).size >= termsMin;

/** The clauses that ask something, in order; empty when there are fewer than two. */
export function clausesOf(question: string): string[] {
  if (pasted.test(question)) return [];
  const clauses = question
    .split(mark)
    .flatMap((clause) => {
      const parts = clause.split(conjunction);
      return parts.every(asks) ? parts : [clause];
    })
    .filter(asks)
    .slice(0, clausesMax)
    .map((clause) => clause.trim());
  return clauses.length < 2 ? [] : clauses;
}
