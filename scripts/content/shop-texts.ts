import * as content from '../../content/index.ts'
import { readPosts } from './posts.ts'

export const langs = ['en', 'ru'] as const
type Lang = (typeof langs)[number]

export async function postsIn(lang: Lang): Promise<string[]> {
  return (await readPosts(lang)).map(({ body }) => body)
}

/** Returns the questions, and the articles that quote texts of the shop. */
export function articlesIn(lang: Lang): string[] {
  const { about, advantages, contacts, faq, referral } = content
  return [about, advantages, contacts, faq, referral].flatMap((each) => stringsOf(each[lang]))
}

export async function textsIn(lang: Lang): Promise<string[]> {
  const { userAgreement, words } = content
  const other = [userAgreement[lang], words[lang]].flatMap(stringsOf)
  return [...(await postsIn(lang)), ...articlesIn(lang), ...other].map(plain)
}

export function stringsOf(tree: unknown): string[] {
  if (typeof tree === 'string') return [tree]
  return typeof tree === 'object' && tree !== null ? Object.values(tree).flatMap(stringsOf) : []
}

/** Returns the text with ordinary spaces and hyphens. */
export function plain(text: string): string {
  return text.replaceAll('\u00A0', ' ').replaceAll('\u2011', '-')
}
