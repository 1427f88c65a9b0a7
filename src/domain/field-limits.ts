/** The most characters a field takes. The contract, the forms and `maxlength` read them here. */
export const maxLength = {
  name: 100,
  contactMessage: 4000,
  faqComment: 1000,
  /** RFC 5321, section 4.5.3.1.3. */
  email: 254,
  searchString: 100,
  marketingCode: 64,
  utmValue: 200,
  userAgent: 500,
} as const

/** NIST SP 800-63B: at least 8 characters, long passwords allowed, no composition rules. */
export const passwordBounds = { min: 8, max: 128 } as const

export const payoutDetailsBounds = { min: 5, max: 300 } as const

/** Rows a page of a list. The default is the specification's (section 9). */
export const pageSize = { default: 20, max: 100 } as const

/** The last page that a list may be asked for. */
export const maxPage = 500
