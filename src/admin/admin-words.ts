import { words as tables } from '../../content/office.ts'
import type { Action } from '../api/staff.ts'
import type { defaultLocale } from '../words/locales.shared.ts'
import { wordsFrom } from '../words/words.shared.ts'
import type { KeysOf, WordsIn } from '../words/words.shared.ts'

type DefaultAdminWords = (typeof tables)[typeof defaultLocale]

/** The texts of the back office. They are not in the shop's words: no visitor reads them. */
export const { wordsOf: adminWordsOf } = wordsFrom<DefaultAdminWords>(tables)

export type AdminWords = WordsIn<DefaultAdminWords>
type AdminWordKey = KeysOf<DefaultAdminWords>

/** The names of a table: `statuses`. */
type TableName = AdminWordKey extends infer Key
  ? Key extends `${infer Table}.${string}`
    ? Table
    : never
  : never

/**
 * Returns the text for a name that is data, such as a status. Without a text, returns `fallback`.
 */
export function nameIn(words: AdminWords, table: TableName, name: string, fallback = name): string {
  const plain = words as (key: string) => string // The key is data.
  return plain(`${table}.${name}`) || fallback
}

/** Actions whose forms have their own texts: a title, an explanation and a button. */
export type TitledAction = Action & keyof DefaultAdminWords['actions']
