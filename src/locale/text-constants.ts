import { russiaWindowMonths, travelWindowDays } from '../domain/activation-window.ts'
import { cookieDays } from '../domain/cookie-days.ts'
import { copyPause } from '../domain/copy-pause.ts'
import { passwordBounds, payoutDetailsBounds } from '../domain/field-limits.ts'
import { product } from '../domain/product.ts'
import { codeLifetime } from '../domain/sign-in-code.ts'
import { minuteMs } from '../domain/time-units.ts'
import { warnedPercent } from '../domain/warned-percent.ts'

/** Parameters that every text may use, with the rules of the shop. Callers do not pass them. */
export const textConstants = {
  product: product.name,
  passwordMin: passwordBounds.min,
  passwordMax: passwordBounds.max,
  payoutMin: payoutDetailsBounds.min,
  payoutMax: payoutDetailsBounds.max,
  activationDays: travelWindowDays,
  activationMonths: russiaWindowMonths,
  referralDays: cookieDays.marketing,
  warnedPercent,
  codeMinutes: codeLifetime / 60,
  copyMinutes: copyPause / minuteMs,
} as const
