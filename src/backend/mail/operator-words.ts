import { defaultLocale } from '../../locale/locales.ts'
import { wordsOf } from '../../locale/words.ts'

/** Texts of emails to the operator, in the language of alerts, and not in that of a visitor. */
export const operatorWords = wordsOf(defaultLocale)
