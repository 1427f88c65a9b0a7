import type { ReactNode } from 'react'
import { orderForm } from '../../forms/order/form.tsx'
import type { OrderFormProps } from '../../forms/order/form.tsx'
import type { TariffDetails } from '../../contract/tariffs.ts'
import { href } from '../../locale/paths.ts'
import { HydratedForm } from '../../forms/controls/hydrated-form.tsx'
import { useSite } from '../../ui/site.tsx'
import { TariffChecks } from '../../ui/tariffs/tariff-checks.tsx'
import { OrderPass } from './order-pass.tsx'

type OrderFormViewProps = {
  readonly tariff: TariffDetails
  readonly phone: string | null
  readonly form: OrderFormProps
}

export function OrderView({ tariff, phone, form }: OrderFormViewProps) {
  return (
    <OrderColumns tariff={tariff} phone={phone}>
      <HydratedForm form={orderForm} props={form} />
    </OrderColumns>
  )
}

/** The page of a plan that cannot be bought now. The same id shows it in the dialog. */
export function SoldOutOrder({ tariff }: { tariff: TariffDetails }) {
  const { words } = useSite()
  return (
    <OrderColumns tariff={tariff} phone={null}>
      <p className="notice" role="status">
        {words('errors.outOfStock')}
      </p>
    </OrderColumns>
  )
}

type ColumnsProps = {
  readonly tariff: TariffDetails
  readonly phone: string | null
  readonly children: ReactNode
}

function OrderColumns({ tariff, phone, children }: ColumnsProps) {
  const { locale, words } = useSite()
  return (
    <section className="two-columns">
      <div id="activation">
        <h1>{words('order.heading')}</h1>
        <OrderPass tariff={tariff} />
        {children}
      </div>
      <aside className="stack">
        <TariffChecks tariff={tariff} phone={phone} />
        <p>
          <a href={href(locale, 'country', { country: tariff.countryCodes[0] ?? '' })}>
            {words('order.change')}
          </a>
        </p>
      </aside>
    </section>
  )
}
