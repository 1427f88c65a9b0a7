import { useSite } from './site.tsx'

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
