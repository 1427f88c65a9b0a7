import type { TextContent, TextName, TextContents } from './editable-texts.ts'
import type { Locale } from '../words/locales.shared.ts'
import { compressedBytes } from '../site/fitted-page.ts'
import type { OfficeContext, AnswerTransform } from '../office/office-context.tsx'
import type { FaqBlock } from './operations.ts'
import type { OperationName, OutputOf } from '../operations.ts'
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

const keepAnswer: AnswerTransform = (_name, _input, answer) => answer

async function bytesOf(c: OfficeContext, path: string, change: AnswerTransform): Promise<number> {
  const { env, executionCtx } = c
  const page = await c.var.renderDraft(path, change, { env, executionCtx })
  return compressedBytes(await page.arrayBuffer())
}

type Draft = TextName & { readonly content: TextContent }

/** Puts a draft into the API's answers, as if it were published. */
export function withDraft({ kind, ident, content }: Draft): AnswerTransform {
  switch (kind) {
    case 'place':
      return (name, input, answer) => {
        const place = ['countryCode2Letters', 'ident']
          .flatMap((field) => Object.getOwnPropertyDescriptor(input, field)?.value ?? [])
          .join('/')
        const isMeant = name === 'countryTexts' || name === 'regionTexts'
        return isMeant && place === ident ? { data: { [name]: content } } : answer
      }
    case 'question':
      return (name, _, answer) =>
        isAnswer('faq', name, answer)
          ? { data: withQuestion(answer.data, ident, questionOf(content)) }
          : answer
    case 'post':
      return (name, _, answer) => {
        const post = { id: ident, ...content }
        if (name === 'blog') return { data: post }
        if (!isAnswer('blogs', name, answer)) return answer
        return { ...answer, data: [post, ...answer.data.filter(({ id }) => id !== ident)] }
      }
    case 'legal':
      return (name, _, answer) => (name === 'legalText' ? { data: content } : answer)
    case 'mail':
      return (_name, _input, answer) => answer
  }
}

function isAnswer<Name extends OperationName>(
  expected: Name,
  name: OperationName,
  answer: object | null,
): answer is OutputOf<Name> {
  return name === expected && answer !== null
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
): string[] {
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
    case 'mail':
      return []
  }
}
