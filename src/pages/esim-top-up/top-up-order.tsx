import type { EsimTopUps, TopUp } from '../../contract/top-ups.ts'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { orderForm } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import { ContentStyles } from '../../http/page/content-styles.tsx'
import { href } from '../../locale/paths.ts'
import { priceText, sizeText, tariffName } from '../../locale/tariff-words.ts'
import { Flag } from '../../ui/flag.tsx'
import { useSite } from '../../ui/site.tsx'

type Props = { readonly esim: EsimTopUps; readonly topUp: TopUp; readonly form: OrderFormProps }

export function TopUpOrder({ esim, topUp, form }: Props) {
  const site = useSite()
  const { locale, words } = site
  const { hash, tariff } = esim
  const facts = [sizeText(site, topUp), words('units.days', { count: topUp.validityDays })]
  return (
    <section className="two-columns">
      <div>
        <h1>{words('topUp.title')}</h1>
        <div className="order-pass">
          {tariff.kind !== 'multi' && <Flag country={tariff.countryCodes[0] ?? ''} isEager />}
          <p>
            <b>{tariff.placeTitle}</b>
            <span>{facts.join(', ')}</span>
          </p>
          <p className="price">{priceText(site, topUp.prices)}</p>
          <p className="soft">{words('topUp.for', { plan: tariffName(site, tariff) })}</p>
        </div>
        <ContentStyles styles="order" />
        <HydratedForm form={orderForm} props={form} />
      </div>
      <aside className="stack">
        <p>{words('topUp.lead')}</p>
        <p>
          <a href={href(locale, 'topUp', null, { hash })}>{words('topUp.change')}</a>
        </p>
      </aside>
    </section>
  )
}
