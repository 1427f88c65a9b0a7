/** A flag beside its country's name, which says the same: decoration for those who see. Most stand below the fold. */
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
