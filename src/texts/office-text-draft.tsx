import type { TextContent, TextName, TextContents } from './editable-texts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { compressedBytes } from '../site/fitted-page.ts'
import type { OfficeContext, AnswerTransform } from '../office/office.tsx'
import { pathAndQuery } from '../kit/redirect-target.ts'
import type { FaqBlock } from './faq-contract.ts'
import { operations } from '../operations.ts'
import { href } from '../words/paths.shared.ts'

/**
 * A page of this size is at most 14,000 bytes in brotli. Workers have only gzip, which makes each
 * page of the shop at least 400 bytes larger. A journey compares both sizes.
 */
const maxGzipBytes = 14_400

/**
 * Returns the first page that would be too large for its first round trip with this text, or null.
 * If a page is already too large because of its plans, accepts a text that is not longer than the
 * current text.
 */
export async function oversizedPage(
  c: OfficeContext,
  lang: Locale,
  name: TextName,
  content: TextContent,
): Promise<string | null> {
  for (const path of shopPathsOf(lang, name, content)) {
    const bytes = await bytesOf(c, path, withDraft({ ...name, content }))
    if (bytes > maxGzipBytes && bytes > (await bytesOf(c, path, keepAnswer))) return path
  }
  return null
}

const keepAnswer: AnswerTransform = async (_, answer) => answer

async function bytesOf(c: OfficeContext, path: string, change: AnswerTransform): Promise<number> {
  const { env, executionCtx } = c
  const page = await c.var.renderDraft(path, change, { env, executionCtx })
  return compressedBytes(await page.arrayBuffer())
}

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

/** Returns the paths of the shop's pages that show a text. The first is the text's own page. */
export function shopPathsOf(
  locale: Locale,
  { kind, ident }: TextName,
  content: TextContent,
): readonly string[] {
  switch (kind) {
    case 'place': {
      const [country = '', region] = ident.split('/')
      return region === undefined
        ? [href(locale, 'country', { country })]
        : [href(locale, 'countryRegion', { country, region })]
    }
    case 'question': {
      const block = 'block' in content ? content.block : ''
      return [
        href(locale, 'questions', { block, question: ident }),
        href(locale, 'questions', { block }),
        href(locale, 'questions'),
      ]
    }
    case 'post':
      return [href(locale, 'post', { id: ident }), href(locale, 'blog')]
    case 'legal':
      return [href(locale, ident === 'dataPolicy' ? 'dataPolicy' : 'userAgreement')]
  }
}
