import { orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { RefundStamp } from '../../ui/refund-stamp.tsx'
import { requiresPassport } from '../../ui/tariffs/tariff-checks.tsx'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

/**
 * Shows the facts that a customer must know before paying, above the form. For narrow screens and
 * dialogs, because wide screens show the list of all checks next to the form.
 */
export function BeforePay({ order: { plans, tariffs, phone } }: { order: PlanOrder }) {
  const { locale, words } = useSite()
  const url = href(locale, 'check', null, orderParams({ ...plans, phone: undefined }))
  return (
    <div className="before-pay">
      <ul className="checks">
        {phone === null && (
          <li>
            <a href={url}>{words('tariff.checkPhoneHow')}</a>
          </li>
        )}
        {requiresPassport(tariffs) && <li>{words('tariff.checkPassport')}</li>}
        <li>{words('tariff.checkInstall')}</li>
        <li>{words('tariff.checkReturn')}</li>
      </ul>
      <RefundStamp />
    </div>
  )
}
