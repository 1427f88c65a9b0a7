/** A decorative flag beside a country's name. Lazy by default: most are below the fold. */
export function Flag({ country, eager = false }: { country: string; eager?: boolean }) {
  return (
    <img
      className="flag"
      src={`/flags/${country}.svg`}
      width={24}
      height={16}
      alt=""
      loading={eager ? undefined : 'lazy'}
    />
  )
}
