import type { PushSubscription } from '../../messages/operations.ts'
import { z } from 'zod'
import type { EsimBalance, EsimInfo } from '../operations.ts'
import { opensPage } from '../../ui/form-markers.shared.ts'
import { jsonField, type PostedFields } from '../../site/form-input.ts'
import { href } from '../../words/paths.shared.ts'
import { useSite } from '../../ui/site.tsx'

const problems = {
  /** The script did not run. */
  unscripted: 'balance.pushUnscripted',
  unsupported: 'balance.pushUnsupported',
  denied: 'balance.pushDenied',
  failed: 'balance.pushFailed',
} as const
export type PushProblem = keyof typeof problems

type Props = {
  readonly esim: EsimBalance
  readonly push: NonNullable<EsimInfo['push']>
  readonly problem: PushProblem | null
}

/**
 * Starts push messages in this browser, and ends them in all browsers. In the first form,
 * client/push-form.ts adds the browser's subscription, or the reason why there is none.
 */
export function UsagePush({ esim, push: { publicKey, browsers }, problem }: Props) {
  const { locale, words } = useSite()
  const { status, dataLimitMb } = esim.balance
  const isAboutData = dataLimitMb !== null && status !== 'finished'
  const offer = words(isAboutData ? 'balance.pushOffer' : 'balance.pushOfferEnd')
  const isOn = browsers > 0
  const action = href(locale, 'operatorInfo', null, { hash: esim.hash })
  return (
    <section id="notifications" className="notice">
      <h2>{words('balance.pushTitle')}</h2>
      {problem && (
        <p role="alert" {...opensPage}>
          {words(problems[problem])}
        </p>
      )}
      <p>{isOn ? words('balance.pushOn', { count: browsers }) : offer}</p>
      <div className="actions">
        <form method="post" action={action} data-push={publicKey}>
          <input type="hidden" name="subscription" />
          <button className="button quiet" name="push" value="on">
            {words('balance.pushStart')}
          </button>
        </form>
        {isOn && (
          <form method="post" action={action}>
            <button className="button quiet" name="push" value="off">
              {words('balance.pushStop')}
            </button>
          </form>
        )}
      </div>
    </section>
  )
}

/** The result of `PushSubscription.toJSON()`. */
const written = jsonField(
  z.object({ endpoint: z.string(), keys: z.object({ p256dh: z.string(), auth: z.string() }) }),
)

const reasons = z.enum(['unsupported', 'denied', 'failed'])

/** Returns the browser's subscription in the form, or the reason why there is none. */
export function subscriptionIn(form: PostedFields): PushSubscription | PushProblem {
  const text = form.text('subscription')
  if (text === '') return 'unscripted'
  const reason = reasons.safeParse(text)
  if (reason.success) return reason.data
  const subscription = written.safeParse(text).data
  return subscription ? { endpoint: subscription.endpoint, ...subscription.keys } : 'failed'
}
