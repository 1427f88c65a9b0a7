import { createContext, use, type ReactNode } from 'react'
import type { Context } from 'hono'
import type { OperationName } from '../operations.ts'
import { mayDo, seesMoney, type Action, type StaffMember } from '../api/staff.ts'
import type { Money } from '../kit/money.shared.ts'
import { formatMoney, formatNumber } from '../words/formats.shared.ts'
import type { Locale, defaultLocale } from '../words/locales.shared.ts'
import { wordsFrom, type Words, type KeysOf, type WordsIn } from '../words/words.shared.ts'
import type { Bindings, BackendContext } from '../context.ts'
import { words as tables } from '../../content/office.ts'

/** Data for every component of a page of the back office. */
export type Office = {
  readonly locale: Locale
  readonly words: OfficeWords
  /** The texts of the shop, such as the titles of alerts. */
  readonly shopWords: Words
  /** The time of the request. */
  readonly now: Date
  /** Null before the sign-in. */
  readonly person: StaffMember | null
  /** Whether the role of the person allows the action. */
  readonly may: (action: Action) => boolean
  /** Whether the person may see accounts and payout details. */
  readonly seesMoney: boolean
  readonly money: (amount: Money) => string
  readonly number: (value: number) => string
}

const CurrentOffice = createContext<Office | null>(null)

type ProviderProps = { readonly office: Office; readonly children: ReactNode }

export function OfficeProvider({ office, children }: ProviderProps) {
  return <CurrentOffice value={office}>{children}</CurrentOffice>
}

export function useOffice(): Office {
  const office = use(CurrentOffice)
  if (office === null) throw new Error('rendered outside OfficeProvider')
  return office
}

/** Returns the data of a request. Pages that refuse a visitor have no person. */
export function officeOf({ context, locale, words, ...variables }: OfficeContext['var']): Office {
  const person: StaffMember | undefined = variables.person
  return {
    locale,
    words,
    shopWords: context.words,
    now: context.now,
    person: person ?? null,
    may: (action) => person !== undefined && mayDo(person, action),
    seesMoney: person !== undefined && seesMoney(person),
    money: (amount) => formatMoney(locale, amount),
    number: (value) => formatNumber(locale, value),
  }
}

export type OfficeEnv = {
  Bindings: Bindings
  Variables: {
    readonly context: BackendContext
    readonly locale: Locale
    readonly words: OfficeWords
    readonly person: StaffMember
    /** Whether the person can sign out here: Cloudflare Access has its own page for it. */
    readonly isLocal?: boolean
    /** Whether an owner has only the rights of another role now, to see what that role sees. */
    readonly isTrying?: boolean
    readonly renderDraft: DraftRenderer
    /**
     * Replaces the content security policy of these pages, because a preview has the styles of the
     * shop.
     */
    readonly contentPolicy?: string
  }
}

export type OfficeContext = Context<OfficeEnv>

type DefaultOfficeWords = (typeof tables)[typeof defaultLocale]

/** The texts of the back office. They are not in the shop's words: no visitor reads them. */
export const { wordsOf: officeWordsOf } = wordsFrom<DefaultOfficeWords>(tables)

export type OfficeWords = WordsIn<DefaultOfficeWords>
type OfficeWordKey = KeysOf<DefaultOfficeWords>

/** The names of a table: `statuses`. */
export type TableName = OfficeWordKey extends infer Key
  ? Key extends `${infer Table}.${string}`
    ? Table
    : never
  : never

/**
 * Returns the text for a name that is data, such as a status. Without a text, returns `fallback`.
 */
export function nameIn(
  words: OfficeWords,
  table: TableName,
  name: string,
  fallback = name,
): string {
  const plain = words as (key: string) => string // The key is data.
  return plain(`${table}.${name}`) || fallback
}

/** Actions whose forms have their own texts: a title, an assignment and a button. */
export type TitledAction = Action & keyof DefaultOfficeWords['actions']

/** Replaces the published text with a draft in an answer of the API. */
export type AnswerTransform = (
  name: OperationName,
  input: object,
  answer: object | null,
) => object | null

/**
 * Renders a page of the shop with changed answers of the API. Only the worker can import both the
 * back office and the shop.
 */
export type DraftRenderer = (
  path: string,
  change: AnswerTransform,
  surroundings: Pick<Context<{ Bindings: Bindings }>, 'env' | 'executionCtx'>,
) => Promise<Response>

/** @param code ISO 3166-1, in upper or lower case */
export function countryName(locale: Locale, code: string): string {
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code.toUpperCase()) ?? code
}
