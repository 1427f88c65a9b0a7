import { minuteMs } from './time.shared.ts'

/** Maximum length of text fields in characters, for the contract, the forms and `maxlength`. */
export const maxLength = {
  name: 100,
  contactMessage: 4000,
  giftMessage: 500,
  faqComment: 1000,
  /** A page with several reviews must stay within 14,000 bytes. */
  review: 600,
  reviewAuthor: 40,
  /** RFC 5321, section 4.5.3.1.3. */
  email: 254,
  searchString: 100,
  marketingCode: 64,
  /** Names in URLs: of a question, a block of questions, a post. */
  ident: 60,
  operatorIdent: 64,
  regionIdent: 40,
  tariffID: 80,
  /** As typed, with spaces and brackets. E.164 has 15 digits. */
  typedPhone: 30,
} as const

/**
 * In characters. NIST SP 800-63B requires at least 8, allows long passwords, and forbids
 * composition rules.
 */
export const passwordBounds = { min: 8, max: 128 } as const

/**
 * Text without line breaks and control characters. A line break in a name or in payout details
 * could forge lines of an email, and so could characters that reverse the text.
 */
// oxlint-disable-next-line eslint/no-control-regex -- it refuses control characters
export const oneLine = /^[^\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]*$/

/** Text of a stranger in an email of the shop. Mail programs make its addresses into links. */
export const withoutLinks = /^(?!.*(?::\/\/|[a-z\d]\.[a-z]{2}))/i

export const payoutDetailsBounds = { min: 5, max: 300 } as const

/** A name in URLs and files. */
export function identPattern(max: number): RegExp {
  return new RegExp(`^[a-z0-9-]{1,${max}}$`)
}

/**
 * Rows per page of a list. The default comes from the specification, section 9. A drop-down list
 * has at most `options` rows.
 */
export const pageSize = { default: 20, options: 50, max: 100 } as const

/** The number of popular countries (specification, section 9). */
export const popularCount = 20

export const planIndexSize = { default: 1000, max: 2500 } as const

/** Counting the rows of a list stops here, so that it takes the same time for any catalogue. */
export const maxTotal = 1000

export const maxPage = 500

/**
 * Days for which browsers store the cookies of the shop (specification, section 9). The data policy
 * in `content/` has the same numbers.
 */
export const cookieDays = {
  /** The language and the cookie consent. */
  preferences: 365,
  session: 300,
  /** After this time, rate limits treat the browser as new. */
  signInNonce: 300,
  /** The promo code and the referral code of a link. */
  marketing: 30,
  /** A traveller may check the phone, choose a plan and order it on different days. */
  phone: 30,
} as const

/** Minimum milliseconds between two copies of an eSIM's email. */
export const copyPause = 10 * minuteMs

/**
 * Milliseconds for which an unpaid order holds a use of a promo code with a limit in total, or money of a
 * voucher. Longer
 * than the shortest payment page of a provider.
 */
export const holdTime = 40 * minuteMs

/** Percentage of used data at which a message is sent. */
export const warnedPercent = 80

/** A phone number in E.164 format: `+79123456789`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/

/** Maximum length of the reference of a transfer, in characters. ISO 20022 allows 35. */
export const maxTransferReference = 100

export const maxPasskeyName = 60

/** Maximum lengths of what a customer adds to a receipt. */
export const maxBuyer = { company: 120, taxID: 40, address: 200 } as const

/** Characters that are kept of a User-Agent header. */
export const maxUserAgent = 500

export const marketingCodePattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxLength.marketingCode}}$`)

/** The topics of contact forms. Each has its own address. */
export const topics = ['support', 'partnership'] as const
export type Topic = (typeof topics)[number]

/** Seconds that a code is valid. */
export const codeLifetime = 600

/** Seconds until the next code may be sent. */
export const resendPause = 60

export const signInCodeLength = 6
/** The length of new codes while somebody guesses codes. */
export const longCodeLength = 8
export const signInCodePattern = new RegExp(`^(?:\\d{${signInCodeLength}}|\\d{${longCodeLength}})$`)
