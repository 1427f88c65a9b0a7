import { adminWords as en } from '../../content/en/admin/words.ts'
import { adminWords as ru } from '../../content/ru/admin/words.ts'
import type { Action } from '../backend/operations/staff.ts'
import { wordsFrom } from '../locale/word-tables.ts'
import type { KeysOf, WordsIn } from '../locale/word-tables.ts'

/** The texts of the back office. They are not in the shop's words: no visitor reads them. */
export const { wordsOf: adminWordsOf } = wordsFrom<typeof en>({ en, ru })

export type AdminWords = WordsIn<typeof en>
type AdminWordKey = KeysOf<typeof en>

/** The names of a table: `statuses`. */
type TableName = AdminWordKey extends infer Key
  ? Key extends `${infer Table}.${string}`
    ? Table
    : never
  : never

/** The text for a name that is data: a status, a setting. A name without a text shows as it is, or as `fallback`. */
export function nameIn(words: AdminWords, table: TableName, name: string, fallback = name): string {
  const plain = words as (key: string) => string // The key is data.
  return plain(`${table}.${name}`) || fallback
}

/** Actions whose forms have their own texts: a title, an explanation and a button. */
export type TitledAction = Action & keyof (typeof en)['actions']
