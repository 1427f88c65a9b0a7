/** Maximum length of the reference of a transfer, in characters. ISO 20022 allows 35. */
export const maxTransfer = 100
