import { useSite } from '../site.tsx'

export function DialogFrame() {
  const { words } = useSite()
  return (
    <template id="dialog-frame">
      <dialog className="dialog">
        <form method="dialog">
          <button className="dialog-close" aria-label={words('layout.close')}>
            ×
          </button>
        </form>
      </dialog>
    </template>
  )
}
