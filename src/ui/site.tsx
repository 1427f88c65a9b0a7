import { createContext, use, type ReactNode } from 'react'
import type { Currencies } from '../kit/money.shared.ts'
import type { SupportHours, SupportState } from '../words/support-hours.ts'
import type { Locale } from '../words/locales.shared.ts'
import type { Words } from '../words/words.shared.ts'

/** A page that only some languages have, and the page that the other languages show instead. */
export type PartialPage = { readonly langs: readonly string[]; readonly otherwise: string }

/** Data for every component of a page. Hydrated forms use props instead. */
export type Site = {
  readonly locale: Locale
  readonly words: Words
  readonly currencies: Currencies
  readonly path: string
  /** Undefined if every language has the page. */
  readonly partial?: PartialPage | undefined
  readonly origin: string
  /** When support answers. Null if the operator has not set it. */
  readonly support: {
    readonly hours: SupportHours
    /** The time of the request. */
    readonly at: Date
    /** Null on stored pages, which are older than the request. */
    readonly state: SupportState | null
  } | null
  readonly brand: {
    readonly name: string
    readonly legalName: string
    readonly supportEmail: string
    readonly supportPhone: string | null
    readonly partnersEmail: string
    readonly refundDays: number | null
    readonly appStoreURL: string | null
    readonly googlePlayURL: string | null
    readonly telegramURL: string | null
    readonly vkURL: string | null
    readonly linkedInURL: string | null
  }
}

const SiteContext = createContext<Site | null>(null)

export function SiteProvider({ site, children }: { site: Site; children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>
}

export function useSite(): Site {
  const site = use(SiteContext)
  if (site === null) throw new Error('rendered outside SiteProvider')
  return site
}
