import { z } from 'zod'
import { oneLine } from '../kit/limits.shared.ts'
import { storedJson } from '../kit/db.ts'
import { readRows } from '../kit/sql.ts'
import type { Locale } from '../words/locales.shared.ts'
import { textConstants, wordTemplate, type Params, type WordKey } from '../words/words.shared.ts'
import type { OutboxMessage } from './outbox.ts'

/** The texts of emails that an owner can change, with the shop's words for them. */
const mails = {
  code: { subject: 'mail.codeSubject', heading: 'mail.codeHeading', text: 'mail.code' },
  newSignIn: { subject: 'mail.newSignInSubject', text: 'mail.newSignIn' },
  password: { subject: 'mail.passwordSubject', text: 'mail.password' },
  esim: { subject: 'mail.subject', heading: 'instruction.headings.bought', text: 'mail.hello' },
  oneOfSeveral: { subject: 'mail.subjectOf' },
  before: { text: 'mail.before' },
  beforeInstall: { text: 'mail.beforeInstall' },
  replacement: { subject: 'mail.replacementSubject', text: 'mail.replacement' },
  gift: { subject: 'mail.giftSubject', text: 'mail.gift' },
  giftUnnamed: { text: 'mail.giftUnnamed' },
  receipt: {
    subject: 'mail.receiptSubject',
    heading: 'mail.receiptHeading',
    text: 'mail.receiptText',
  },
  giftReceipt: { text: 'mail.giftReceipt' },
  topUp: { subject: 'mail.topUpSubject', text: 'mail.topUp' },
  soldOut: { subject: 'mail.soldOutSubject', text: 'mail.soldOut' },
  topUpLate: { text: 'mail.topUpLate' },
  delayed: { subject: 'mail.delayedSubject', text: 'mail.delayed' },
  refunding: { subject: 'mail.refundingSubject', text: 'mail.refunding' },
  refunded: { subject: 'mail.refundedSubject', text: 'mail.refunded' },
  refundedAmount: { subject: 'mail.refundedAmountSubject', text: 'mail.refundedAmount' },
  refundedExcess: { text: 'mail.refundedExcess' },
  refundedCode: { text: 'mail.refundedCode' },
  returnedLines: { subject: 'mail.returnedLinesSubject', text: 'mail.returnedLines' },
  refundFailed: { subject: 'mail.refundFailedSubject', text: 'mail.refundFailed' },
  refundReverted: { subject: 'mail.refundRevertedSubject', text: 'mail.refundReverted' },
  giveBackKept: { subject: 'mail.giveBackKeptSubject', text: 'mail.giveBackKept' },
  disputeLostPart: { subject: 'mail.disputeLostPartSubject', text: 'mail.disputeLostPart' },
  disputeLost: { subject: 'mail.disputeLostSubject', text: 'mail.disputeLost' },
  disputeWon: { subject: 'mail.disputeWonSubject', text: 'mail.disputeWon' },
  address: { subject: 'mail.addressSubject', text: 'mail.address' },
  giftAddress: { subject: 'mail.giftAddressSubject', text: 'mail.giftAddress' },
  usage: { subject: 'mail.usageSubject', heading: 'mail.usageHeading', text: 'mail.usage' },
  usedUp: { subject: 'mail.usedUpSubject', heading: 'mail.usedUpHeading', text: 'mail.usedUp' },
  end: { subject: 'mail.endSubject', heading: 'mail.endHeading', text: 'mail.end' },
  reminder: { subject: 'reminder.subject', text: 'reminder.install' },
  reminderStarts: { text: 'reminder.installStarts' },
  reminderReady: { subject: 'reminder.readySubject', text: 'reminder.ready' },
  review: { subject: 'review.heading', text: 'mail.review' },
  reviewOfTrip: { subject: 'review.tripHeading' },
  stockAlert: { subject: 'mail.stockAlertSubject', text: 'mail.stockAlert' },
  backInStock: { subject: 'mail.backSubject', text: 'mail.back' },
} as const satisfies { readonly [name: string]: { readonly [part in MailPart]?: WordKey } }

export const mailParts = ['subject', 'heading', 'text'] as const
export type MailPart = (typeof mailParts)[number]

/** In characters. */
export const mailLengths = { subject: 200, heading: 200, text: 2000 } as const

const line = (max: number) =>
  z.string().trim().max(max).regex(oneLine).or(z.literal('')).default('')

/** Without a heading of its own, an email has its subject as its heading. '' is no such part. */
export const mailContent = z.object({
  subject: line(mailLengths.subject),
  heading: line(mailLengths.heading),
  text: z.string().trim().max(mailLengths.text).default(''),
})
export type MailContent = z.output<typeof mailContent>

export const mailNames = Object.keys(mails)

/** Returns the shop's words for each part of an email, or null for an unknown name. */
export function mailWords(name: string): { readonly [part in MailPart]?: WordKey } | null {
  return Object.entries(mails).find(([known]) => known === name)?.[1] ?? null
}

/** Returns the shipped texts of an email, with their variables, or null for an unknown name. */
export function shippedMail(locale: Locale, name: string): MailContent | null {
  const words = mailWords(name)
  if (words === null) return null
  const textOf = (part: MailPart) => {
    const key = words[part]
    return key === undefined ? '' : wordTemplate(locale, key)
  }
  return { subject: textOf('subject'), heading: textOf('heading'), text: textOf('text') }
}

const variable = /\{\{(\w+)\}\}/

/** Returns the names of the variables in a text. */
export function variablesIn(template: string): ReadonlySet<string> {
  return new Set(template.split(variable).filter((_, index) => index % 2 === 1))
}

/** Returns a text with the values of its variables. Every text has the shop's constants too. */
export function fillTemplate(template: string, values: Params): string {
  const all: Params = { ...textConstants, ...values }
  return template
    .split(variable)
    .map((piece, index) => (index % 2 === 0 ? piece : String(all[piece] ?? '')))
    .join('')
}

/** Returns the values with which a text was written, or null if it was written with another one. */
export function valuesOfTemplate(template: string, text: string): Params | null {
  const constants: Params = textConstants
  const seen = new Set<string>()
  const pieces = template.split(variable).map((piece, index) => {
    if (index % 2 === 0) return literally(piece)
    const constant = constants[piece]
    if (constant !== undefined) return literally(String(constant))
    if (seen.has(piece)) return `\\k<${piece}>`
    seen.add(piece)
    return `(?<${piece}>[^]*?)`
  })
  const found = new RegExp(`^${pieces.join('')}$`).exec(text)
  return found && { ...found.groups }
}

/**
 * Returns the email whose shipped text a text was written with, and its values. Of several, it is
 * the one that leaves least to its variables: `We’ve refunded your order` is not
 * `We’ve refunded {{amount}}`.
 */
export function sourceOf(locale: Locale, part: MailPart, text: string) {
  const matches = mailNames.flatMap((name) => {
    const template = shippedMail(locale, name)?.[part] ?? ''
    const values = template === '' ? null : valuesOfTemplate(template, text)
    return values ? [{ name, values, variable: Object.values(values).join('').length }] : []
  })
  return matches.toSorted((one, other) => one.variable - other.variable)[0] ?? null
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

/** Purposes of emails whose text a visitor or staff typed. It can look like a shipped text. */
const typedByPeople: ReadonlySet<string> = new Set(['answer', 'contact-message'])

/**
 * Replaces the shipped texts of an email with those that an owner published. An email is written
 * with the shipped texts, in transactions that do not read the owner's. A new text applies to
 * emails that wait, too.
 */
export async function withOwnTexts(db: D1Database, message: OutboxMessage): Promise<OutboxMessage> {
  const { letter, subject, purpose } = message
  if (letter === null || typedByPeople.has(purpose)) return message
  const { locale } = letter
  const rows = await readRows<{ ident: string; content: string }>(db)`SELECT ident, content
    FROM texts WHERE kind = 'mail' AND lang = ${locale} AND content IS NOT NULL`
  if (rows.length === 0) return message
  const own = new Map(
    rows.map(({ ident, content }) => [ident, storedJson(mailContent.nullable(), content, null)]),
  )
  const replace = (text: string, ...parts: readonly MailPart[]) => {
    for (const part of parts) {
      const source = sourceOf(locale, part, text)
      const content = own.get(source?.name ?? '')
      if (source && content) return fillTemplate(content[part], source.values)
    }
    return text
  }
  return {
    ...message,
    subject: replace(subject, 'subject'),
    letter: {
      ...letter,
      heading: replace(letter.heading, 'heading', 'subject'),
      parts: letter.parts.map((part) =>
        part.kind === 'text' ? { ...part, text: replace(part.text, 'text') } : part,
      ),
    },
  }
}
