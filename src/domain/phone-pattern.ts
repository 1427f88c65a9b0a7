/** A phone number in E.164 format: `+79123456789`. */
export const phonePattern = /^\+[1-9]\d{6,14}$/
