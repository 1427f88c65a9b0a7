/** A phone number as E.164: `+79123456789`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/
