import { useSite } from './site.tsx'

/** Shown by the boot script on an offline copy, with the time it was stored. */
export function KeptCopy() {
  const { words } = useSite()
  return (
    <p
      className="notice kept"
      role="status"
      data-kept-at={words('offline.keptAt', { time: '{}' })}
      hidden
    />
  )
}
