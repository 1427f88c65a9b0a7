import { useSite } from '../site.tsx'

/** Template of the dialog that client/dialogs.ts opens. */
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
