import type { BackendConfig } from '../../config/backend-config.ts'
import { formatTime } from '../../locale/formats.ts'
import { defaultLocale } from '../../locale/locales.ts'
import { officeHref } from '../../locale/office-paths.ts'
import { wordsOf } from '../../locale/words.ts'
import { officeLink } from '../office-link.ts'
import { alertDetailText } from './alert-detail-text.ts'
import { alertHref } from './alert-href.ts'
import type { DueAlert } from './due-alerts.ts'

/** A notice of alerts: the email, and the JSON that ALERT_WEBHOOK_URL receives. */
type AlertNotice = {
  readonly subject: string
  /** Plain text. Chat services show this field of the webhook. */
  readonly text: string
  readonly alerts: readonly (Pick<DueAlert, 'id' | 'kind' | 'subject' | 'detail' | 'since'> & {
    readonly state: AlertState
    readonly endedAt: string | null
  })[]
}
type AlertState = 'new' | 'open' | 'ended'

/** Describes alerts in the shop's default language. */
export function alertNotice(alerts: readonly DueAlert[], config: BackendConfig): AlertNotice {
  const words = wordsOf(defaultLocale)
  const [first] = alerts
  const titles =
    first && alerts.length === 1
      ? titleOf(first)
      : words('alerts.several', { count: alerts.length })
  return {
    subject: words('alerts.subject', { brand: config.BRAND_NAME, titles }),
    text: [...alerts.map((alert) => textOf(alert, config)), words('alerts.guide')].join('\n\n'),
    alerts: alerts.map((alert) => ({
      id: alert.id,
      kind: alert.kind,
      subject: alert.subject,
      detail: alertDetailText(defaultLocale, alert.detail),
      since: alert.since,
      state: stateOf(alert),
      endedAt: alert.endedAt,
    })),
  }
}

function textOf(alert: DueAlert, config: BackendConfig): string {
  const { kind, subject, detail, since, endedAt } = alert
  const words = wordsOf(defaultLocale)
  return [
    titleOf(alert),
    `${subject}: ${alertDetailText(defaultLocale, detail)}`,
    words('alerts.since', { time: formatTime(since) }),
    endedAt === null
      ? words(`alerts.actions.${kind}`)
      : words(kind === 'dispute' ? 'alerts.disputeUntil' : 'alerts.until', {
          time: formatTime(endedAt),
        }),
    ...officeLink(config, alertHref(alert) ?? officeHref('today')),
  ].join('\n')
}

function titleOf(alert: DueAlert): string {
  const words = wordsOf(defaultLocale)
  return words(`alerts.states.${stateOf(alert)}`, { title: words(`alerts.titles.${alert.kind}`) })
}

function stateOf({ endedAt, noticeAt }: DueAlert): AlertState {
  if (endedAt !== null) return 'ended'
  return noticeAt === null ? 'new' : 'open'
}
