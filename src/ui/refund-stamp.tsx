import { useSite } from './site.tsx'

/** The operator's promise to refund an eSIM that was not installed. Nothing without one. */
export function RefundStamp() {
  const { words, brand } = useSite()
  if (brand.refundDays === null) return null
  return <p className="stamp">{words('tariff.refund', { count: brand.refundDays })}</p>
}
