import type { FaqBlockContent } from '../types.ts'
import { choosing } from './faq/choosing.ts'
import { installing } from './faq/installing.ts'
import { partnerProgramme } from './faq/partner-programme.ts'
import { paying } from './faq/paying.ts'
import { phone } from './faq/phone.ts'
import { using } from './faq/using.ts'

export const faq: readonly FaqBlockContent[] = [
  phone,
  choosing,
  installing,
  using,
  paying,
  partnerProgramme,
]
