import { useSite } from './site.tsx'

/** Shown by the boot script on a copy that the service worker has kept, with the time it is from. */
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
