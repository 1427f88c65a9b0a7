import { words } from '../../content/index.ts'
import type { defaultLocale } from './locales.ts'
import { wordsFrom } from './word-tables.ts'
import type { KeysOf, WordsIn } from './word-tables.ts'

type DefaultWords = (typeof words)[typeof defaultLocale]

export type WordKey = KeysOf<DefaultWords>

/** Returns a text of the shop in one language. */
export type Words = WordsIn<DefaultWords>

export const { wordsOf, hasOwnWord } = wordsFrom<DefaultWords>(words)
