import { dayMs, hourMs } from './time-units.ts'

/**
 * How long the shop keeps data that its books do not need, in milliseconds. The scheduled job
 * deletes it then. The data policy in `content/` has the same numbers.
 */
export const retention = {
  /** Texts of mail and SMS. Their rows stay, so that none is sent twice. */
  messages: 30 * dayMs,
  /** Texts with a sign-in code. The code itself is valid for ten minutes. */
  signInCodes: hourMs,
  /** Orders that expired unpaid. */
  unpaidOrders: 30 * dayMs,
  /** Records of passkeys that ended because they were lost: withdrawals warn the operator. */
  passkeyRecoveries: 30 * dayMs,
  /** Reports of networks. The eSIM keeps its last state. */
  usageReports: 180 * dayMs,
  /** Messages from the contact forms, and their screenshots: somebody must still answer them. */
  contactMessages: 90 * dayMs,
  /** Visitors' comments about answers. It is free text, so it may have personal data. */
  answerReviews: 90 * dayMs,
  /** How many visitors an answer helped, by day: enough for a comparison with last year. */
  answerCounts: 400 * dayMs,
  /** Uploaded files that nobody confirmed: they may hold activation codes. */
  importDrafts: hourMs,
  /** Reviews that staff refused. */
  refusedReviews: 30 * dayMs,
  /** Reviews that staff neither approved nor refused. */
  undecidedReviews: 90 * dayMs,
  /** Push subscriptions, after the end of the eSIM. */
  pushSubscriptions: 30 * dayMs,
  /** Alerts that ended. They have no personal data. */
  alerts: 90 * dayMs,
} as const

/** The cut-off time: older data is deleted. ISO 8601. */
export function oldestOf(kind: keyof typeof retention, now: Date): string {
  return new Date(now.getTime() - retention[kind]).toISOString()
}
