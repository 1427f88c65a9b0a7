import { orderParams } from '../../locale/order-params.ts'
import { href } from '../../locale/paths.ts'
import { useSite } from '../../ui/site.tsx'
import type { PlanOrder } from './plan-order.ts'

/**
 * The two checks that cannot be made after payment, above the form. For narrow screens: wide
 * screens show the list of all checks next to the form.
 */
export function BeforePay({ order: { plans, phone } }: { order: PlanOrder }) {
  const { locale, words } = useSite()
  const url = href(locale, 'check', null, orderParams({ ...plans, phone: undefined }))
  return (
    <p className="soft before-pay">
      {phone === null && (
        <>
          <a href={url}>{words('tariff.checkPhoneHow')}</a>{' '}
        </>
      )}
      {words('tariff.checkReturn')}
    </p>
  )
}
