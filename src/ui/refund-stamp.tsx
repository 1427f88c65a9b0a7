import { useSite } from './site.tsx'

/** Shows the operator's promise to refund an eSIM that was not installed, if there is one. */
export function RefundStamp() {
  const { words, brand } = useSite()
  if (brand.refundDays === null) return null
  return <p className="stamp">{words('tariff.refund', { count: brand.refundDays })}</p>
}
