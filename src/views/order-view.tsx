import type { TariffDetails } from '../contract/catalogue.ts'
import { paymentOptions } from '../contract/purchase.ts'
import { href } from '../shared/locale/paths.ts'
import { ConsentField } from '../shared/ui/consent-field.tsx'
import { Field } from '../shared/ui/field.tsx'
import { FormError } from '../shared/ui/form-error.tsx'
import { useSite } from '../shared/ui/site.tsx'
import { messagesFor } from '../upstream/answer.ts'
import type { Failure } from '../upstream/answer.ts'
import { TariffSummary } from './tariff-summary.tsx'
import { priceText, tariffName } from '../shared/locale/tariff-words.ts'

export type OrderValues = {
  readonly email: string
  readonly paymentOption: string
  readonly promocode: string
  readonly consent: boolean
  readonly idempotencyKey: string
  readonly utm: { readonly [name: string]: string }
}

type Props = {
  readonly tariff: TariffDetails
  readonly values: OrderValues
  readonly refused: Failure | null
}

/** What is bought, and the three things needed to sell it. What was typed comes back with the messages. */
export function OrderView({ tariff, values, refused }: Props) {
  const site = useSite()
  const { locale, words, path } = site
  const messages = (name: string) => (refused ? messagesFor(refused.errors, name) : [])
  return (
    <section className="two-columns">
      <div>
        <p className="eyebrow">{tariffName(site, tariff)}</p>
        <h1>{words('order.heading')}</h1>
        <form className="form" method="post" action={path} noValidate>
          {refused && <FormError refused={refused} fallback={words('order.failed')} />}
          <input type="hidden" name="idempotencyKey" value={values.idempotencyKey} />
          {Object.entries(values.utm).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Field
            id="email"
            label={words('order.email')}
            hint={words('order.emailHint')}
            messages={messages('email')}
          >
            {(aria) => (
              <input
                {...aria}
                type="email"
                name="email"
                defaultValue={values.email}
                autoComplete="email"
                inputMode="email"
                maxLength={254}
                required
              />
            )}
          </Field>
          <fieldset className="options">
            <legend>{words('order.payment')}</legend>
            {paymentOptions.map((option) => (
              <label key={option} className="option">
                <input
                  type="radio"
                  name="paymentOption"
                  value={option}
                  defaultChecked={values.paymentOption === option}
                />
                <span>{words(option === 'card-usd' ? 'order.cardUSD' : 'order.cardRUB')}</span>
                <b>{priceText(locale, tariff.prices, option === 'card-usd' ? 'USD' : 'RUB')}</b>
              </label>
            ))}
            {messages('paymentOption').map((message) => (
              <small key={message} className="error">
                {message}
              </small>
            ))}
          </fieldset>
          <Field id="promocode" label={words('order.promocode')} messages={messages('promocode')}>
            {(aria) => (
              <input
                {...aria}
                name="promocode"
                defaultValue={values.promocode}
                autoComplete="off"
                maxLength={64}
              />
            )}
          </Field>
          <ConsentField id="consent" checked={values.consent} messages={messages('consent')} />
          <button className="button">{words('order.submit')}</button>
          <p className="soft">{words('order.next')}</p>
        </form>
      </div>
      <aside>
        <TariffSummary tariff={tariff} />
        <p>
          <a href={href(locale, 'country', { country: tariff.countryCodes[0] ?? '' })}>
            {words('order.change')}
          </a>
        </p>
      </aside>
    </section>
  )
}
