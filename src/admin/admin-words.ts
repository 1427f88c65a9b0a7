import { adminWords as en } from '../../content/en/admin/words.ts'
import { adminWords as ru } from '../../content/ru/admin/words.ts'
import { wordsFrom } from '../locale/word-tables.ts'
import type { KeysOf, WordsIn } from '../locale/word-tables.ts'

/** The texts of the back office. They are not in the shop's words: no visitor reads them. */
export const { wordsOf: adminWordsOf } = wordsFrom<typeof en>({ en, ru })

export type AdminWords = WordsIn<typeof en>
export type AdminWordKey = KeysOf<typeof en>
