import { useSite } from './site.tsx'

/** Shown by the boot script on an offline copy, with the time it was stored. */
export function OfflineCopyNotice() {
  const { words } = useSite()
  return (
    <p
      className="notice offline-copy"
      role="status"
      data-copy-label={words('offline.keptAt', { time: '{}' })}
      hidden
    />
  )
}
