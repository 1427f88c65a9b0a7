import { z } from 'zod'
import type { EsimBalance, EsimInfo, PushSubscription } from '../../contract/esims.ts'
import type { FormValues } from '../../http/page/form-request.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'

export type PushProblem = 'blocked' | 'failed'

type Props = {
  readonly esim: EsimBalance
  readonly push: NonNullable<EsimInfo['push']>
  readonly problem: PushProblem | null
}

const problems = { blocked: 'balance.pushBlocked', failed: 'balance.pushFailed' } as const

/**
 * Starts push messages in this browser, and ends them in all. The script adds the browser's
 * subscription to the form: client/push.ts. Without one, the page says that it is blocked.
 */
export function UsagePush({ esim, push: { publicKey, browsers }, problem }: Props) {
  const { locale, words } = useSite()
  const { status, dataLimitMb } = esim.balance
  const isAboutData = dataLimitMb !== null && status !== 'finished'
  const offer = words(isAboutData ? 'balance.pushOffer' : 'balance.pushOfferEnd')
  const isOn = browsers > 0
  return (
    <section id="notifications" className="notice">
      <h2>{words('balance.pushTitle')}</h2>
      {problem && <p role="alert">{words(problems[problem])}</p>}
      <p>{isOn ? words('balance.pushOn', { count: browsers }) : offer}</p>
      <form
        method="post"
        className="actions"
        action={`${href(locale, 'operatorInfo', null, { hash: esim.hash })}#notifications`}
        data-push={publicKey}
      >
        <input type="hidden" name="subscription" />
        <button className="button quiet" name="push" value="on">
          {words('balance.pushStart')}
        </button>
        {isOn && (
          <button className="button quiet" name="push" value="off">
            {words('balance.pushStop')}
          </button>
        )}
      </form>
    </section>
  )
}

/** `PushSubscription.toJSON()` of browsers. */
const written = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
})

/** The browser's subscription in the form; null: none, or it is not one. */
export function subscriptionIn(form: FormValues): PushSubscription | null {
  const parsed = jsonText.pipe(written).safeParse(form.text('subscription'))
  return parsed.success ? { endpoint: parsed.data.endpoint, ...parsed.data.keys } : null
}

const jsonText = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' })
    return z.NEVER
  }
})
