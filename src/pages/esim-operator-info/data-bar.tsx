import { useSite } from '../../ui/site.tsx'

type Props = {
  readonly text: string
  readonly used: number
  readonly limit: number
}

/** A bar of the data left. Uses attributes, because the policy forbids style attributes. */
export function DataBar({ text, used, limit }: Props) {
  const { words } = useSite()
  const left = Math.max(0, 100 - Math.round((used / limit) * 100))
  return (
    <svg
      className={left < 20 ? 'data-bar low' : 'data-bar'}
      role="meter"
      aria-label={words('balance.gaugeLabel')}
      aria-valuemin={0}
      aria-valuemax={limit}
      aria-valuenow={Math.max(0, limit - used)}
      aria-valuetext={text}
    >
      <rect width={`${left}%`} height="100%" />
    </svg>
  )
}
