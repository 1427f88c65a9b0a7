import { alertDetails } from '../../content/office.ts'
import type { defaultLocale } from './locales.ts'
import { wordsFrom } from './word-tables.ts'

/** The words in the details of alerts, for the back office and for messages to the operator. */
export const { wordsOf: alertDetailWordsOf } =
  wordsFrom<(typeof alertDetails)[typeof defaultLocale]>(alertDetails)
