import { pathAndQuery } from '../../kit/redirect-target.ts'
import type { TextContent, TextContents, TextName } from '../../texts/editable-texts.ts'
import type { FaqBlock } from '../../texts/faq-contract.ts'
import { operations } from '../../operations.ts'
import type { AnswerTransform } from './draft-renderer.ts'

type Draft = TextName & { readonly content: TextContent }

/** Puts a draft into the API's answers, as if it were published. */
export function withDraft({ kind, ident, content }: Draft): AnswerTransform {
  const isMeant = (request: Request, operation: keyof typeof operations) =>
    pathAndQuery(request.url).pathname === operations[operation].path
  switch (kind) {
    case 'place':
      return async (request, answer) => {
        const { searchParams } = new URL(request.url)
        const country = searchParams.get('countryCode2Letters')
        const place = [country, searchParams.get('ident')].filter((part) => part !== null).join('/')
        if (place !== ident) return answer
        if (isMeant(request, 'countryTexts'))
          return Response.json({ data: { countryTexts: content } })
        return isMeant(request, 'regionTexts')
          ? Response.json({ data: { regionTexts: content } })
          : answer
      }
    case 'question':
      return async (request, answer) => {
        if (!isMeant(request, 'faq')) return answer
        const { data } = operations.faq.output.parse(await answer.json())
        return Response.json({ data: withQuestion(data, ident, questionOf(content)) })
      }
    case 'post':
      return async (request, answer) => {
        const isPost = isMeant(request, 'blog')
        if (isPost) return Response.json({ data: { id: ident, ...content } })
        if (!isMeant(request, 'blogs')) return answer
        const list = operations.blogs.output.parse(await answer.json())
        const others = list.data.filter(({ id }) => id !== ident)
        return Response.json({ ...list, data: [{ id: ident, ...content }, ...others] })
      }
    case 'legal':
      return async (request, answer) =>
        isMeant(request, 'legalText') ? Response.json({ data: content }) : answer
  }
}

type Question = TextContents['question']

function questionOf(content: TextContent): Question {
  if (!('blockTitle' in content)) throw new Error('The content is not a question.')
  return content
}

/** Replaces the question, or adds it as the last question of its block. */
function withQuestion(
  blocks: readonly FaqBlock[],
  ident: string,
  { block, blockTitle, question, answer }: Question,
): readonly FaqBlock[] {
  const draft = { blockIdent: block, ident, question, answer }
  if (!blocks.some((each) => each.ident === block))
    return [...blocks, { ident: block, title: blockTitle, questions: [draft] }]
  return blocks.map((each) => {
    if (each.ident !== block) return each
    const isKnown = each.questions.some((one) => one.ident === ident)
    const questions = isKnown
      ? each.questions.map((one) => (one.ident === ident ? draft : one))
      : [...each.questions, draft]
    return { ...each, questions }
  })
}
