import { useSite } from '../site.tsx'

/** The empty dialog that client/dialogs.ts fills. */
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
