import { createContext, use } from 'react'
import type { ReactNode } from 'react'
import { mayDo } from '../api/staff.ts'
import type { Action, StaffMember } from '../api/staff.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { Words } from '../words/words.shared.ts'
import type { AdminContext } from './admin-env.ts'
import type { AdminWords } from './admin-words.ts'

/** Data for every component of a page of the back office. */
export type Office = {
  readonly locale: Locale
  readonly words: AdminWords
  /** The texts of the shop, such as the titles of alerts. */
  readonly shopWords: Words
  /** The time of the request. */
  readonly now: Date
  /** Null before the sign-in. */
  readonly person: StaffMember | null
  /** Whether the role of the person allows the action. */
  readonly may: (action: Action) => boolean
}

const OfficeContext = createContext<Office | null>(null)

type ProviderProps = { readonly office: Office; readonly children: ReactNode }

export function OfficeProvider({ office, children }: ProviderProps) {
  return <OfficeContext value={office}>{children}</OfficeContext>
}

export function useOffice(): Office {
  const office = use(OfficeContext)
  if (office === null) throw new Error('rendered outside OfficeProvider')
  return office
}

/** Returns the data of a request. Pages that refuse a visitor have no person. */
export function officeOf({ context, locale, words, ...variables }: AdminContext['var']): Office {
  const person: StaffMember | undefined = variables.person
  return {
    locale,
    words,
    shopWords: context.words,
    now: context.now,
    person: person ?? null,
    may: (action) => person !== undefined && mayDo(person, action),
  }
}
